/** An entry of the register of readings: a passage that can be read in more than one way. */
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
