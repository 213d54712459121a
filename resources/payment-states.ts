/** States of a payment whose money is there: it settles charges and is credit. */
export const receivedStates = ['registered', 'confirmed'] as const
/** States of a payment whose money came in on its day; it may have gone back on a later one. */
export const enteredStates = [...receivedStates, 'returned'] as const
