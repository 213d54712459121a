/**
 * First segments of the paths of each area. Playwright gives each process a sequence of the tests: in this order, two or three take a
 * similar time.
 */
const segments = {
  members: /^(socios|candidaturas|inscricao|importacoes|duplicados|fusoes|tarefas)$/,
  dues: /^(quotas|dividas|notificarSocios|informacaoDePagamento)$/,
  reports: /^relatorios$/,
  settings: /^configuracao/,
  treasury: /^(tesouraria|debitosDiretos)$/,
  cards: /^(cartoesSocio|cartaCartoesSocio|v)$/,
  messages: /^mensagens$/,
  payments: /^(pagamentos|folhaDeCaixa|recebimentos|pedidosDePagamento|rondas|cobradores|verificarRecibo)$/,
  privacy: /^privacidade$/,
} as const

type NamedArea = keyof typeof segments
export type Area = NamedArea | 'others'

const named = Object.keys(segments) as NamedArea[]

/** The parts of the walk over all screens; the last one has every path that the others do not have. */
export const areas: readonly Area[] = [...named, 'others']

export function areaOf(path: string): Area {
  const [, first = ''] = path.split(/[/?]/)
  return named.find((area) => segments[area].test(first)) ?? 'others'
}
