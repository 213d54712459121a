/** Settings of the account at each gateway that the simulator of `npm run gateway` knows. No real gateway accepts these keys. */
export const simulatedGateways = {
  ifthenpay: {
    gateway: 'ifthenpay',
    ifthenpayMbKey: 'SIM-000001',
    ifthenpayMbwayKey: 'SIM-000002',
    ifthenpayBackofficeKey: 'SIM-0000-0000-0000',
    ifthenpayCallbackKey: 'SIM-antiphishing',
  },
  eupago: {
    gateway: 'eupago',
    eupagoApiKey: 'SIM-eupago-0000',
    eupagoChannel: 'simulador',
    eupagoSecret: '0123456789abcdef0123456789abcdef',
  },
} as const
