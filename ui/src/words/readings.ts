/** A place where a document can be read in more than one way, as the register has it. */
export interface Reading {
  id: string;
  title: string;
  clauses: string[];
  question: string;
  readings: Record<string, string>;
  default: string;
  reason: string;
  /** Whether a submission may choose. */
  switch: boolean;
  worth: string[];
}
