/** Days for which the first link of a new account signs in: people who did not ask for it read their email days later. */
export const accountLinkDays = 7
