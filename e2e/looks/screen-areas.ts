/** First segments of the paths of each area, or the beginning of one. */
const segments = {
  members: /^(socios|importacoes|duplicados|fusoes|tarefas)$/,
  applications: /^(candidaturas|inscricao)$/,
  dues: /^(quotas|dividas|notificarSocios|informacaoDePagamento)$/,
  payments: /^(pagamentos|folhaDeCaixa|recebimentos|pedidosDePagamento|rondas|cobradores|verificarRecibo)$/,
  cards: /^(cartoesSocio|cartaCartoesSocio|v)$/,
  messages: /^mensagens$/,
  treasury: /^tesouraria$/,
  directDebit: /^debitosDiretos$/,
  reports: /^relatorios$/,
  privacy: /^privacidade$/,
  settings: /^configuracao/,
} as const

export type Area = keyof typeof segments | 'others'

/** The parts of the walk over all screens. Every path belongs to one: that of its first segment, or the last. */
export const areas: readonly Area[] = [...(Object.keys(segments) as (keyof typeof segments)[]), 'others']

export function areaOf(path: string): Area {
  const [, first = ''] = path.split(/[/?]/)
  return areas.find((area) => area !== 'others' && segments[area].test(first)) ?? 'others'
}
