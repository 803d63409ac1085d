import { place } from "../language/language";

/** Times of the service, in milliseconds since 1970, as people read them. */

export const timeOf = (at: number): string => new Date(at).toLocaleTimeString(place());
export const dateAndTime = (at: number): string => new Date(at).toLocaleString(place());
