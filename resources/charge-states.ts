/** States of a charge of which something is still to be paid. */
export const owedStates = ['open', 'partial'] as const
/** States of a charge that nobody has to pay any more, and nobody paid. */
export const endedStates = ['cancelled', 'exempt'] as const
