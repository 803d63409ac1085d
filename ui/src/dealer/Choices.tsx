import { said } from "../words/steps";

interface Props {
  name: string;
  choices: readonly { label: string }[];
  value: string;
  onSet: (name: string, value: string) => void;
}

/** The choices of the service, with its labels in the language that is shown. */
export function Choices({ name, choices, value, onSet }: Props) {
  return (
    <select name={name} value={value} onChange={(event) => onSet(name, event.currentTarget.value)}>
      {choices.map(({ label }) => (
        <option key={label} value={label}>
          {said(label)}
        </option>
      ))}
    </select>
  );
}
