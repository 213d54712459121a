import type { Setting } from './setting.ts'
import { yesNo } from './setting.ts'

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
  sddMarksFirst: {
    label: 'Marcar o primeiro débito de cada autorização (FRST)',
    help: 'Desde 2016 o primeiro pode ir como os outros. Alguns bancos ainda o pedem à parte.',
    group,
    default: 'false',
    admin: true,
    ...yesNo,
  },
  sddFilePerSequence: {
    label: 'Um ficheiro para cada tipo de débito',
    help: 'Para bancos que recusam ficheiros com vários grupos: a remessa descarrega-se num ZIP.',
    group,
    default: 'false',
    admin: true,
    ...yesNo,
  },
  sddChargesReturnCost: {
    label: 'Cobrar a quem paga o custo de um débito devolvido',
    help: 'Sem isto, o que o banco cobra é uma despesa da organização. Muda-se em cada resposta do banco.',
    group,
    default: 'false',
    admin: true,
    ...yesNo,
  },
} as const satisfies Record<string, Setting>
