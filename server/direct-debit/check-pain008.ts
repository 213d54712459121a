import { lazy } from '@agremia/resources/rules/once.ts'
import { rare } from '../rare.ts'
import type { PainVersion } from './pain008.ts'

/** An element of the schema: its children in their order with how often they may occur, or the pattern of its text. */
interface Rule {
  [name: string]: readonly [min: number, max: number, content: Rule | RegExp]
}

const many = Number.POSITIVE_INFINITY
const characters = "[A-Za-z0-9/\\-?:().,'+ ]"
const textOf = (max: number) => new RegExp(`^${characters}{1,${max}}$`)
const id = /^(?!\/)(?!.*\/\/)(?!.*\/$)[A-Za-z0-9/\-?:().,'+ ]{1,35}$/
const day = /^\d{4}-\d{2}-\d{2}$/
const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/
const amount = /^\d{1,9}\.\d{2}$/
const count = /^[1-9]\d{0,14}$/
const one = (content: Rule | RegExp) => [1, 1, content] as const
const maybe = (content: Rule | RegExp) => [0, 1, content] as const

/**
 * The elements of pain.008.001.02 and .08 that a SEPA Core file may have, in the order of the schema, with the narrower lengths and
 * characters of the SEPA implementation guidelines (EPC130-08).
 */
function schemaOf(version: PainVersion): Rule {
  const bic = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/
  const agent: Rule = {
    FinInstnId: one({
      [version === '02' ? 'BIC' : 'BICFI']: maybe(bic),
      Othr: maybe({ Id: one(/^NOTPROVIDED$/) }),
    }),
  }
  const account: Rule = { Id: one({ IBAN: one(iban) }) }
  const transaction: Rule = {
    PmtId: one({ InstrId: maybe(id), EndToEndId: one(id) }),
    InstdAmt: one(amount),
    DrctDbtTx: one({
      MndtRltdInf: one({
        MndtId: one(id),
        DtOfSgntr: one(day),
        AmdmntInd: maybe(/^true$/),
        AmdmntInfDtls: maybe({ OrgnlMndtId: maybe(id), OrgnlDbtrAcct: maybe(account) }),
      }),
    }),
    DbtrAgt: one(agent),
    Dbtr: one({
      Nm: one(textOf(70)),
      PstlAdr: maybe({
        StrtNm: maybe(textOf(70)),
        PstCd: maybe(textOf(16)),
        TwnNm: one(textOf(35)),
        Ctry: one(/^[A-Z]{2}$/),
      }),
    }),
    DbtrAcct: one(account),
    RmtInf: maybe({ Ustrd: one(textOf(140)) }),
  }
  return {
    CstmrDrctDbtInitn: one({
      GrpHdr: one({
        MsgId: one(id),
        CreDtTm: one(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
        NbOfTxs: one(count),
        CtrlSum: one(amount),
        InitgPty: one({
          Nm: one(textOf(70)),
          Id: maybe({ OrgId: one({ Othr: one({ Id: one(/^\d{9}$/) }) }) }),
        }),
      }),
      PmtInf: [
        1,
        many,
        {
          PmtInfId: one(id),
          PmtMtd: one(/^DD$/),
          BtchBookg: maybe(/^(true|false)$/),
          NbOfTxs: one(count),
          CtrlSum: one(amount),
          PmtTpInf: one({
            SvcLvl: one({ Cd: one(/^SEPA$/) }),
            LclInstrm: one({ Cd: one(/^CORE$/) }),
            SeqTp: one(/^(FRST|RCUR|OOFF|FNAL)$/),
          }),
          ReqdColltnDt: one(day),
          Cdtr: one({ Nm: one(textOf(70)) }),
          CdtrAcct: one(account),
          CdtrAgt: one(agent),
          ChrgBr: one(/^SLEV$/),
          CdtrSchmeId: one({
            Id: one({
              PrvtId: one({
                Othr: one({
                  Id: one(/^PT\d{2}[A-Z0-9]{3}\d{6,28}$/),
                  SchmeNm: one({ Prtry: one(/^SEPA$/) }),
                }),
              }),
            }),
          }),
          DrctDbtTxInf: [1, many, transaction],
        },
      ],
    }),
  }
}

type Node = { ':@'?: Record<string, string> } & Record<string, unknown>
const parser = lazy(
  () =>
    new (rare.xml().XMLParser)({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      parseTagValue: false,
      trimValues: true,
    }),
)

/**
 * Returns the errors of a file of direct debits, as text with the path of each element: broken rules of the schema, counts and sums that differ
 * from its debits, and repeated ids. Empty when there are none.
 */
export function pain008Problems(xml: string, version: PainVersion): string[] {
  if (rare.xml().XMLValidator.validate(xml) !== true) return ['não é XML.']
  const nodes = (parser().parse(xml) as Node[]).filter((node) => !('?xml' in node))
  const [document] = nodes
  const namespace = `urn:iso:std:iso:20022:tech:xsd:pain.008.001.${version}`
  if (!document || nodes.length > 1 || nameOf(document) !== 'Document') return ['não tem um Document.']
  if (document[':@']?.['@xmlns'] !== namespace) return [`não é ${namespace}.`]
  const currencies = [...xml.matchAll(/<InstdAmt([^>]*)>/g)].filter(([, given]) => given !== ' Ccy="EUR"')
  const [head = '', ...blocks] = xml.split('<PmtInf>')
  const ids = [...xml.matchAll(/<EndToEndId>([^<]*)</g)].map(([, text]) => text)
  return [
    ...childProblems('Document', childrenOf(document), schemaOf(version)),
    ...(currencies.length > 0 ? ['InstdAmt: só em euros.'] : []),
    ...sumProblems('GrpHdr', head, blocks.join('')),
    ...blocks.flatMap((block, index) =>
      sumProblems(`PmtInf[${index + 1}]`, block.split('<DrctDbtTxInf>')[0] ?? '', block),
    ),
    ...(new Set(ids).size < ids.length ? ['EndToEndId: repetido.'] : []),
  ]
}

function sumProblems(path: string, head: string, body: string): string[] {
  const amounts = [...body.matchAll(/<InstdAmt[^>]*>([^<]*)</g)].map(([, text]) => cents(text))
  const counted = head.match(/<NbOfTxs>(\d+)</)?.[1]
  const sum = cents(head.match(/<CtrlSum>([^<]*)</)?.[1])
  return [
    ...(counted === String(amounts.length) ? [] : [`${path}/NbOfTxs: não é o número de débitos.`]),
    ...(sum === amounts.reduce((total, amountOfOne) => total + amountOfOne, 0)
      ? []
      : [`${path}/CtrlSum: não é a soma dos débitos.`]),
  ]
}

function cents(text: string | undefined): number {
  return Number((text ?? '').replace('.', ''))
}

function nameOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ':@') ?? ''
}

function childrenOf(node: Node): Node[] {
  return node[nameOf(node)] as Node[]
}

function childProblems(path: string, children: readonly Node[], rule: Rule): string[] {
  const names = children.map(nameOf)
  const known = Object.keys(rule)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) return [`${path}: não pode ter ${unknown.join(', ')}.`]
  const isOrdered = names.every(
    (name, index) => index === 0 || known.indexOf(names[index - 1] ?? '') <= known.indexOf(name),
  )
  return [
    ...(isOrdered ? [] : [`${path}: os elementos estão fora da ordem.`]),
    ...Object.entries(rule).flatMap(([name, [min, max, content]]) => {
      const own = children.filter((child) => nameOf(child) === name)
      if (own.length < min || own.length > max) return [`${path}/${name}: está ${own.length} vezes.`]
      return own.flatMap((child, index) => {
        const at = `${path}/${name}${own.length > 1 ? `[${index + 1}]` : ''}`
        if (!(content instanceof RegExp)) return childProblems(at, childrenOf(child), content)
        const text = childrenOf(child)
          .map((part) => String(part['#text'] ?? ''))
          .join('')
        return content.test(text) ? [] : [`${at}: «${text.slice(0, 40)}» não é aceite.`]
      })
    }),
  ]
}
