"""The odds of every wager: the exhibit for a commission, and the workbook in which a reviewer changes a payout."""
