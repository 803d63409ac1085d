/** All text about a player's own limits, in one place. */

export const LIMITS = {
  title: "Your limits",
  lead: "For live tables, by the day (UTC). A lower limit holds at once, a higher one after a day. The service keeps them at all tables.",
  names: { loss: "Most to lose", deposit: "Most to buy chips for", minutes: "Most minutes to play" },
  used: {
    loss: (used: string): string => `lost today: ${used}`,
    deposit: (used: string): string => `bought today: ${used}`,
    minutes: (used: string): string => `played today: ${used} min`,
  },
  none: "no limit",
  next: (amount: string, when: string): string => `${amount} from ${when}`,
  set: "Set",
  remove: "Remove",
  break: "Take a break",
  breakLead: "No wagers at live tables. A break cannot be shortened.",
  hours: (hours: number): string => (hours < 24 ? `${hours} hours` : hours === 24 ? "1 day" : `${hours / 24} days`),
  onBreak: (until: string): string => `You are taking a break until ${until}.`,
  clock: (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`,
  session: (minutes: number): string => (minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`),
  sessionNow: (time: string): string => `You have been playing for ${time}.`,
  guests: "At practice tables no money is at stake. Limits are set with an account, for live tables.",
  close: "Close",
  left: (text: string): string => `Limits: ${text}`,
};

export type What = keyof typeof LIMITS.names;
