import type { Setting } from './setting.ts'
import { yesNo } from './setting.ts'

/** Settings of programs that work with this one. */
export const developerSettings = {
  webhooksAllowPrivate: {
    label: 'Permitir webhooks para redes privadas',
    help: 'Também por http, e para esta máquina. Quem cria webhooks passa a poder enviar pedidos a equipamentos que só a rede da organização alcança: ligue só se um recetor lá estiver.',
    group: 'Webhooks',
    default: 'false',
    admin: true,
    ...yesNo,
  },
} as const satisfies Record<string, Setting>
