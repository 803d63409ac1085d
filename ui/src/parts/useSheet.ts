import { type RefObject } from "preact";
import { useRef, useState } from "preact/hooks";

/** A dialog over the page; its content exists only while it is open. */
export interface Sheet {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly open: boolean;
  readonly show: () => void;
  /** For `onClose`. The browser reports it later, when the sheet may be open again. */
  readonly closed: () => void;
}

export function useSheet(): Sheet {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const show = (): void => {
    dialog.current?.showModal();
    setOpen(true);
  };
  return { dialog, open, show, closed: () => setOpen(dialog.current?.open ?? false) };
}
