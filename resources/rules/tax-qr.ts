import { decimalToCents, type Cents } from './amount.ts'
import { isDate, type DateText } from './dates.ts'
import { consumerFinalNif, nif } from './identity-numbers.ts'

/** Types of documents with a tax QR, and the same in `treasuryDocs`. Others, such as transport documents, are `other`. */
const documentTypes = {
  FT: 'invoice',
  FS: 'simplifiedInvoice',
  FR: 'invoiceReceipt',
  NC: 'creditNote',
  ND: 'debitNote',
  RC: 'receipt',
  RG: 'receipt',
  OR: 'quote',
  PF: 'quote',
} as const

export type TaxDocumentType = (typeof documentTypes)[keyof typeof documentTypes] | 'other'

/** What the QR code of a Portuguese invoice says. */
export interface TaxCode {
  issuerNif: string
  /** Null: the final consumer, or a foreign number. */
  buyerNif: string | null
  type: TaxDocumentType
  /** As the issuer's program writes it: `FT`. */
  code: string
  isCancelled: boolean
  date: DateText
  /** `FT AB2019/0035` */
  number: string
  /** Null for documents of series without one. */
  atcud: string | null
  /** Without taxes: net plus taxes is the total. */
  net: Cents
  /** VAT and stamp duty. */
  taxes: Cents
  total: Cents
}

/**
 * Reads the text of a tax QR code: fields `letter:value` joined by `*`. Undefined when it is no such text, or when a tax number, a date or
 * an amount is invalid. Source: Autoridade Tributária, Especificações técnicas do código QR (Portaria 195/2020, art. 5.º).
 */
export function readTaxCode(text: string): TaxCode | undefined {
  const fields = fieldsOf(text)
  const {
    A: issuerNif = '',
    B: buyer = '',
    D: code = '',
    E: state = '',
    G: number = '',
    H: atcud = '',
  } = fields
  const date = (fields['F'] ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const [taxes, total] = [centsOf(fields['N']), centsOf(fields['O'])]
  if (nif.problem(issuerNif) || !/^[A-Z]{2}$/.test(code) || !/^[NSARF]$/.test(state)) return undefined
  if (!isDate(date) || number.trim() === '' || number.length > 60) return undefined
  if (taxes === undefined || total === undefined || taxes > total) return undefined
  return {
    issuerNif,
    buyerNif: buyer === consumerFinalNif || nif.problem(buyer) ? null : buyer,
    type: code in documentTypes ? documentTypes[code as keyof typeof documentTypes] : 'other',
    code,
    isCancelled: state === 'A',
    date,
    number: number.trim(),
    atcud: /^[A-Z0-9]{8,}-\d+$/i.test(atcud) ? atcud : null,
    net: total - taxes,
    taxes,
    total,
  }
}

/** The last field, `S`, is free text and may have any sign. */
function fieldsOf(text: string): Record<string, string> {
  const [, whole = '', free] = /^(.*?)(?:\*S:(.*))?$/su.exec(text.trim()) ?? []
  const parts = whole.split('*').map((part) => /^([A-R]\d?):(.*)$/su.exec(part))
  const fields = parts.flatMap((part) => (part ? [[part[1], part[2]] as const] : []))
  return Object.fromEntries(free === undefined ? fields : [...fields, ['S', free]])
}

/** Some programs write `,` for `.`, or no decimals. */
function centsOf(text: string | undefined): Cents | undefined {
  return text === undefined || !/^\d{1,11}([.,]\d{1,2})?$/.test(text)
    ? undefined
    : decimalToCents(text.replace(',', '.'))
}
