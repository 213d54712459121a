/** States of a charge with an open amount. */
export const owedStates = ['open', 'partial'] as const
/** States of a charge that is not to be paid: cancelled or waived. */
export const endedStates = ['cancelled', 'exempt'] as const
