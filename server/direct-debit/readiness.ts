import { sepaText } from '@agremia/resources/rules/sepa-text.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Querying } from '../database/querying.ts'
import { maybeOne, prepared, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'

/** The creditor of a file. */
export interface Creditor {
  name: string
  /** Null without one. */
  nif: string | null
  creditorId: string
  iban: string
}

/** A setting that a batch needs and that is not set, with its screen. */
export interface Lack {
  text: string
  where: 'organisation' | 'directDebit' | 'accounts'
}

interface Readiness {
  lacks: Lack[]
  account: { id: string; name: string; iban: string | null } | null
}

/** The account that receives payments by direct debit, and the missing settings. */
export async function readReadiness(db: Querying, settings: Settings): Promise<Readiness> {
  const account = await maybeOne(
    db,
    prepared(sql`SELECT id, name, iban FROM treasury_accounts WHERE active AND 'directDebit' = ANY(methods) AND kind <> 'cash'
      ORDER BY iban IS NULL, "order", id LIMIT 1`),
    { id: 'uuid', name: 'text', iban: 'text?' },
  )
  const lacks: Lack[] = []
  if (sepaText(settings.name, 70) === '')
    lacks.push({ text: 'O nome da organização.', where: 'organisation' })
  if (settings.sddCreditorId === '')
    lacks.push({ text: 'O identificador de credor, que o banco atribui.', where: 'directDebit' })
  if (!account)
    lacks.push({
      text: 'Uma conta da tesouraria que receba os pagamentos por débito direto.',
      where: 'accounts',
    })
  else if (account.iban === null)
    lacks.push({ text: `O IBAN da conta «${account.name}».`, where: 'accounts' })
  return { lacks, account: account ?? null }
}

/** The creditor and the id of the account that collects. Throws 409 that names the missing settings. */
export async function readCreditor(
  db: Querying,
  settings: Settings,
): Promise<{ creditor: Creditor; accountId: string }> {
  const { lacks, account } = await readReadiness(db, settings)
  if (lacks.length > 0 || !account?.iban)
    throw conflict(`Antes de cobrar por débito direto falta: ${lacks.map(({ text }) => text).join(' ')}`)
  return {
    accountId: account.id,
    creditor: {
      name: settings.name,
      nif: settings.organisationNif || null,
      creditorId: settings.sddCreditorId,
      iban: account.iban,
    },
  }
}
