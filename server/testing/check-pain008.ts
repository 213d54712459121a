import assert from 'node:assert/strict'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

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
function schemaOf(version: '02' | '08'): Rule {
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
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: true,
})

/** Checks a file of direct debits against the rules of its schema, and its counts and sums against its debits. */
export function assertPain008(xml: string, version: '02' | '08'): void {
  assert.equal(XMLValidator.validate(xml), true)
  const nodes = (parser.parse(xml) as Node[]).filter((node) => !('?xml' in node))
  assert.deepEqual(
    nodes.map((node) => nameOf(node)),
    ['Document'],
  )
  const [document] = nodes as [Node]
  assert.equal(document[':@']?.['@xmlns'], `urn:iso:std:iso:20022:tech:xsd:pain.008.001.${version}`)
  checkChildren('Document', childrenOf(document), schemaOf(version))
  for (const currency of xml.matchAll(/<InstdAmt([^>]*)>/g)) assert.equal(currency[1], ' Ccy="EUR"')
  const blocks = xml.split('<PmtInf>').slice(1)
  checkSums(xml.split('<PmtInf>')[0] ?? '', blocks.join(''))
  for (const block of blocks) checkSums(block.split('<DrctDbtTxInf>')[0] ?? '', block)
  const ids = [...xml.matchAll(/<EndToEndId>([^<]*)</g)].map(([, text]) => text)
  assert.equal(new Set(ids).size, ids.length, 'each debit has an id of its own')
}

function checkSums(head: string, body: string): void {
  const amounts = [...body.matchAll(/<InstdAmt[^>]*>([^<]*)</g)].map(([, text]) => cents(text))
  assert.equal(head.match(/<NbOfTxs>(\d+)</)?.[1], String(amounts.length))
  assert.equal(
    cents(head.match(/<CtrlSum>([^<]*)</)?.[1]),
    amounts.reduce((sum, amountOfOne) => sum + amountOfOne, 0),
  )
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

function checkChildren(path: string, children: readonly Node[], rule: Rule): void {
  const names = children.map(nameOf)
  const known = Object.keys(rule)
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
    `${path}: unknown elements`,
  )
  assert.deepEqual(
    names,
    names.toSorted((a, b) => known.indexOf(a) - known.indexOf(b)),
    `${path}: order`,
  )
  for (const [name, [min, max, content]] of Object.entries(rule)) {
    const own = children.filter((child) => nameOf(child) === name)
    assert.ok(own.length >= min && own.length <= max, `${path}/${name}: ${own.length} times`)
    for (const child of own)
      if (content instanceof RegExp) {
        const text = childrenOf(child)
          .map((part) => String(part['#text'] ?? ''))
          .join('')
        assert.match(text, content, `${path}/${name}`)
      } else checkChildren(`${path}/${name}`, childrenOf(child), content)
  }
}
