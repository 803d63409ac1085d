import { many, t } from "../language/language";

/** All text about a player's own limits, in one place. */

export const NAMES = {
  loss: () => t("Most to lose"),
  deposit: () => t("Most to buy chips for"),
  minutes: () => t("Most minutes to play"),
};

export type What = keyof typeof NAMES;

export const LIMITS = {
  title: () => t("Your limits"),
  lead: () => t("For live tables, by the day (UTC), from when you first set one. A lower limit holds at once, a higher one after a day. The service keeps them at all tables."),
  used: {
    loss: (used: string): string => t("lost today: {used}", { used }),
    deposit: (used: string): string => t("bought today: {used}", { used }),
    minutes: (used: string): string => t("played today: {used} min", { used }),
  },
  shape: (what: What) => (what === "minutes" ? t("Whole minutes, such as 90") : t("Dollars and cents, such as 150 or 150.50")),
  none: () => t("no limit"),
  next: (amount: string, when: string): string => t("{amount} from {when}", { amount, when }),
  set: () => t("Set"),
  remove: () => t("Remove"),
  break: () => t("Take a break"),
  breakLead: () => t("No wagers at live tables. A break cannot be shortened."),
  breakSure: (time: string) => t("A break of {time} begins at once and cannot be shortened.", { time }),
  breakBegin: () => t("Begin the break"),
  breakNot: () => t("Not now"),
  hours: (hours: number): string => (hours < 24 ? many(hours, "{count} hour", "{count} hours") : many(hours / 24, "{count} day", "{count} days")),
  onBreak: (until: string): string => t("You are taking a break until {until}.", { until }),
  clock: (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`,
  session: (minutes: number): string => (minutes < 60 ? t("{minutes} min", { minutes }) : t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })),
  sessionNow: (time: string): string => t("You have been playing for {time}.", { time }),
  guests: () => t("At practice tables no money is at stake. Limits are set with an account, for live tables."),
  close: () => t("Close"),
  left: (text: string): string => t("Limits: {text}", { text }),
};
