"""Does the log say today what it said when it was written?"""
