interface Props {
  name: string;
  choices: readonly { label: string }[];
  value: string;
  onSet: (name: string, value: string) => void;
}

/** What the service gives to choose from, by the words it has for it. */
export function Choices({ name, choices, value, onSet }: Props) {
  return (
    <select name={name} value={value} onChange={(event) => onSet(name, event.currentTarget.value)}>
      {choices.map(({ label }) => (
        <option key={label} value={label}>
          {label}
        </option>
      ))}
    </select>
  );
}
