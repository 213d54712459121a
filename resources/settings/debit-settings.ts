import type { Setting } from './setting.ts'

const group = 'Débito direto'

/** Settings of SEPA direct debit. The account that collects is the one that receives payments by direct debit. */
export const debitSettings = {
  sddCreditorId: {
    label: 'Identificador de credor',
    help: 'O banco atribui-o com o contrato de débitos diretos, por exemplo PT73ZZZ123456.',
    group,
    default: '',
    admin: true,
    rules: ['sepaCreditorId'],
  },
  sddLeadBusinessDays: {
    label: 'Antecedência do ficheiro',
    help: 'Dias úteis bancários entre a entrega e a cobrança: os que o banco pede.',
    group,
    default: '3',
    admin: true,
    inputType: 'number',
    unit: 'dias úteis',
    rules: ['required', 'wholeNumber:1-14'],
  },
  sddPreNoticeDays: {
    label: 'Aviso prévio a quem paga',
    help: 'As regras da SEPA pedem 14 dias, ou menos se foi combinado.',
    group,
    default: '14',
    admin: true,
    inputType: 'number',
    unit: 'dias',
    rules: ['required', 'wholeNumber:1-60'],
  },
  painVersion: {
    label: 'Formato do ficheiro',
    help: 'Pergunte ao banco qual aceita.',
    group,
    default: '08',
    admin: true,
    inputType: 'select',
    options: { '02': 'pain.008.001.02', '08': 'pain.008.001.08' },
    rules: ['required', 'option'],
  },
} as const satisfies Record<string, Setting>
