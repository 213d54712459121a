import type { Area } from '../rest/modules.ts'
import { gatewayRoutes } from './routes.ts'

export type { Gateway, OrderState, PaymentNotice } from './gateway.ts'
export { GatewayProblem, NoticeRefused } from './gateway.ts'
export { readIfthenpayCallback } from './ifthenpay.ts'
export { readEupagoBody, readEupagoQuery } from './eupago.ts'
export { eupagoKeys, gatewayAbilities, openGateway } from './open.ts'

/** Payment gateways: what the program asks them, and how it reads what they send. */
export const gatewaysArea: Area = { resources: [], routes: gatewayRoutes }
