import { gateways } from '../gateways.ts'
import type { Setting } from './setting.ts'

const group = 'Serviço de pagamentos'
const key = {
  group,
  default: '',
  admin: true,
  secret: true,
  inputType: 'password',
  rules: ['max:100'],
} as const

/** Settings of the payment gateway. */
export const gatewaySettings = {
  gateway: {
    label: 'Serviço de pagamentos',
    help: 'Faz as referências Multibanco e os pedidos MB WAY, e avisa do que foi pago.',
    group,
    default: 'none',
    admin: true,
    inputType: 'select',
    options: { none: 'Nenhum', ...gateways },
    rules: ['required', 'option'],
  },
  gatewayReferenceDays: {
    label: 'Prazo das referências',
    help: 'Até ao fim do último dia. Cada referência deixa também de servir quando as suas dívidas mudam.',
    group,
    default: '30',
    admin: true,
    inputType: 'select',
    options: { 5: '5 dias', 15: '15 dias', 30: '30 dias', 60: '60 dias', 90: '90 dias', 180: '180 dias' },
    rules: ['required', 'option'],
  },
  ifthenpayMbKey: {
    ...key,
    label: 'Chave Multibanco',
    help: 'Do contrato com a ifthenpay, por exemplo ABC-123456. Vazia: sem referências.',
  },
  ifthenpayMbwayKey: { ...key, label: 'Chave MB WAY', help: 'Vazia: sem pedidos MB WAY.' },
  ifthenpayBackofficeKey: {
    ...key,
    label: 'Chave de acesso ao backoffice',
    help: 'Serve para confirmar as outras, e para perguntar o que foi pago.',
  },
  ifthenpayCallbackKey: {
    ...key,
    label: 'Chave anti-phishing',
    help: 'A que acompanha cada aviso, para que ninguém os invente.',
  },
  eupagoApiKey: { ...key, label: 'Chave da API', help: 'Do canal, no backoffice da Eupago.' },
  eupagoChannel: {
    label: 'Nome do canal',
    help: 'Como está no backoffice. Os avisos de outros canais não se aceitam.',
    group,
    default: '',
    admin: true,
    rules: ['max:100'],
  },
  eupagoSecret: {
    ...key,
    label: 'Chave criptográfica do canal',
    help: 'Assina os avisos (webhook 2.0) e decifra os que vêm cifrados.',
  },
} as const satisfies Record<string, Setting>
