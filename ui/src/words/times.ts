/** Times of the service, in milliseconds since 1970, as people read them. */

export const timeOf = (at: number): string => new Date(at).toLocaleTimeString();
export const dateAndTime = (at: number): string => new Date(at).toLocaleString();
