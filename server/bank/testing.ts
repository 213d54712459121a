import type { Euros } from '@agremia/resources/rules/amount.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'
import type { TestRecord } from '../testing/caller.ts'

interface Sent {
  status: number
  body: { data: TestRecord; errors?: Record<string, string[]>; message?: string }
}

/** Sends a statement's file as the user: to the import or its preview. */
export async function statementSender({ app }: Pick<TestApp, 'app'>, { tokens }: Pick<TestUser, 'tokens'>) {
  const address = app.server.listening
    ? app.listeningOrigin
    : await app.listen({ port: 0, host: '127.0.0.1' })
  return async (
    path: 'bank_statements' | 'bank_statements/preview',
    content: string | Buffer,
    { key, ...fields }: { accountId: string; key?: string; mapping?: string; withoutUnread?: string },
  ): Promise<Sent> => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append(
      'file',
      new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
      'extrato.csv',
    )
    const headers = { authorization: `Bearer ${tokens.access}`, ...(key && { 'idempotency-key': key }) }
    const response = await fetch(`${address}/api/${path}`, { method: 'POST', body: form, headers })
    return { status: response.status, body: (await response.json()) as Sent['body'] }
  }
}

/** A CSV file of a bank. Amounts in euros. */
export const csvOf = (...lines: [date: string, text: string, amount: Euros][]): string =>
  [
    'Data;Descrição;Valor',
    ...lines.map(([date, text, amount]) => `${date};${text};${amount.toFixed(2).replace('.', ',')}`),
  ].join('\n')

interface CamtEntry {
  date: string
  /** In euros, negative for what left the account. */
  amount: string
  text: string
  name?: string
  from?: string
  endToEnd?: string
  status?: string
}

/** A camt.053 file. Texts are XML. */
export function camtOf({
  iban = 'PT50003506510000000004329',
  entries,
  closing,
}: {
  iban?: string
  entries: readonly CamtEntry[]
  closing?: { date: string; amount: string }
}): string {
  const amount = (text: string) =>
    `<Amt Ccy="EUR">${text.replace('-', '')}</Amt><CdtDbtInd>${text.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const ntry = (entry: CamtEntry) => {
    const party = entry.amount.startsWith('-') ? 'Cdtr' : 'Dbtr'
    const parties =
      (entry.name ? `<${party}><Nm>${entry.name}</Nm></${party}>` : '') +
      (entry.from ? `<${party}Acct><Id><IBAN>${entry.from}</IBAN></Id></${party}Acct>` : '')
    return `<Ntry>${amount(entry.amount)}<Sts>${entry.status ?? 'BOOK'}</Sts><BookgDt><Dt>${entry.date}</Dt></BookgDt><ValDt><Dt>${entry.date}</Dt></ValDt>
      <NtryDtls><TxDtls><Refs><EndToEndId>${entry.endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs><RltdPties>${parties}</RltdPties>
      <RmtInf><Ustrd>${entry.text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  }
  const balance = closing
    ? `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>${amount(closing.amount)}<Dt><Dt>${closing.date}</Dt></Dt></Bal>`
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${balance}${entries.map(ntry).join('')}</Stmt></BkToCstmrStmt></Document>`
}
