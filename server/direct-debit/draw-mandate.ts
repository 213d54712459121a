import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { formatIban } from '@agremia/resources/rules/iban.ts'
import { nif } from '@agremia/resources/rules/identity-numbers.ts'
import { memberNumberLabel } from '@agremia/resources/terminology.ts'
import { one, sql } from '../database/sql.ts'
import { createPaper, readLetterhead } from '../pdf/index.ts'
import type { DrawnDocument, World } from '../rest/modules.ts'

const blank = (length: number) => '_'.repeat(length)

/**
 * Draws an authorisation of direct debit for the debtor to sign, filled in with the known data. Its content is that of the mandate of the SEPA
 * Direct Debit Core Rulebook (section 4.7.2), with the debtor's rights.
 */
export async function drawMandate(world: World, id: string): Promise<DrawnDocument> {
  const mandate = await one(
    world.database.pool,
    sql`SELECT a.reference, a.kind, a.debtor_name AS "debtorName", a.iban, a.signed_on AS "signedOn", a.state, p.name, p.nif, m.member_number AS number,
        concat_ws(', ', p.address, concat_ws(' ', p.postal_code, p.city)) AS address
      FROM mandates a JOIN members m ON m.id = a.member_id JOIN people p ON p.id = m.person_id WHERE a.id = ${id}`,
    {
      reference: 'text',
      kind: 'text',
      debtorName: 'text',
      iban: 'text?',
      signedOn: 'day?',
      state: 'text',
      name: 'text',
      nif: 'text?',
      number: 'integer',
      address: 'text',
    },
  )
  const settings = await world.organisation.settings()
  const { reference, debtorName, iban, signedOn, state } = mandate
  const title = 'Autorização de débito direto SEPA'
  const paper = createPaper({ title: `${title} ${reference}`, letterhead: await readLetterhead(world) })
  if (state === 'revoked') paper.stamp('REVOGADA')
  paper.heading(title)
  paper.facts([
    ['Referência da autorização', reference],
    ['Tipo de pagamento', mandate.kind === 'single' ? 'Pontual' : 'Recorrente'],
  ])
  paper.paragraph(
    'Ao assinar esta autorização, autoriza o credor a enviar instruções ao seu banco para debitar a sua conta, e o seu banco a debitar a sua conta de acordo com as instruções do credor.',
  )
  paper.paragraph(
    'Os seus direitos incluem o de ser reembolsado pelo seu banco, nos termos do contrato com ele. O reembolso pede-se até oito semanas depois do débito na conta; de um débito não autorizado, até treze meses depois.',
  )
  paper.subheading('Credor')
  paper.facts([
    ['Nome', settings.name || blank(40)],
    ['Identificador de credor', settings.sddCreditorId || blank(30)],
    ['Morada', settings.organisationAddress || blank(50)],
    ['País', 'Portugal'],
  ])
  paper.subheading('Devedor')
  paper.facts([
    ['Titular da conta', debtorName || blank(50)],
    ['Morada', mandate.address || blank(50)],
    ['IBAN', iban === null ? blank(40) : formatIban(iban)],
    ...(debtorName === mandate.name ? [] : [['Paga por', mandate.name] as [string, string]]),
    [memberNumberLabel(await world.organisation.terminology()), String(mandate.number)],
    ['NIF', mandate.nif === null ? null : nif.format(mandate.nif)],
    ['Assinada em', signedOn === null ? null : formatDateLong(signedOn)],
  ])
  paper.paragraph('Os dados do credor e a referência não se alteram. Entregue a autorização ao credor.', {
    isDimmed: true,
    size: 9,
  })
  if (signedOn === null) paper.signatures(['Assinatura do titular da conta'])
  return { name: `Autorização ${reference}`, pdf: await paper.finish() }
}
