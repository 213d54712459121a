/** Services that create Multibanco references and MB WAY requests, and report payments. */
export const gateways = { ifthenpay: 'ifthenpay', eupago: 'Eupago' } as const
export type GatewayName = keyof typeof gateways

/** Seconds that a payer has to accept a request in the MB WAY app. */
export const mbwaySeconds = 240
