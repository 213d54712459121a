import type { TransactionKind } from '@agremia/resources/definitions/transaction-categories.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'
import { foldedSql } from '../database/fold.ts'

interface Seed {
  name: string
  /** Of the SNC-ESNL, as a hint. */
  code: string
  chargeTypes?: ChargeType[]
  purpose?: 'donations' | 'capital' | 'fees'
  system?: true
}

/** The categories of a new installation, in their order; organisations change them. */
const seeds: Record<TransactionKind, Seed[]> = {
  income: [
    { name: 'Quotas', code: '722', chargeTypes: ['quota'], system: true },
    { name: 'Joias', code: '722', chargeTypes: ['joia'], system: true },
    { name: 'Mensalidades e quotas de utilizadores', code: '721' },
    {
      name: 'Donativos de particulares',
      code: '753',
      chargeTypes: ['donation'],
      purpose: 'donations',
      system: true,
    },
    { name: 'Donativos de empresas (mecenato)', code: '753', purpose: 'donations' },
    { name: 'Consignação de IRS (1 %)', code: '75' },
    { name: 'Subsídios da autarquia', code: '751' },
    { name: 'Subsídios do Estado e de fundos europeus', code: '751' },
    { name: 'Patrocínios', code: '724' },
    { name: 'Angariação de fundos, rifas e sorteios', code: '723' },
    { name: 'Inscrições em atividades e formação', code: '72', chargeTypes: ['activity'] },
    { name: 'Bilheteira e eventos', code: '72' },
    { name: 'Bar e refeições', code: '71/72' },
    { name: 'Venda de artigos', code: '71' },
    { name: 'Cedência e aluguer de espaços', code: '78' },
    { name: 'Cartões e segundas vias', code: '72', chargeTypes: ['card'] },
    { name: 'Juros e rendimentos financeiros', code: '79' },
    { name: 'Reembolsos recebidos', code: '78' },
    { name: 'Outros recebimentos', code: '78', chargeTypes: ['other'], system: true },
    { name: 'Títulos de capital subscritos', code: '51', chargeTypes: ['capital'], purpose: 'capital' },
  ],
  expense: [
    { name: 'Eletricidade', code: '6241' },
    { name: 'Água e resíduos', code: '6243' },
    { name: 'Gás e combustíveis', code: '6242' },
    { name: 'Comunicações (telefone, internet, correio)', code: '6262' },
    { name: 'Rendas', code: '6261' },
    { name: 'Seguros', code: '6263' },
    { name: 'Limpeza e higiene', code: '6267' },
    { name: 'Material de escritório', code: '6233' },
    { name: 'Consumíveis e equipamento de desgaste rápido', code: '6231' },
    { name: 'Conservação e reparação', code: '6226' },
    { name: 'Honorários e serviços especializados', code: '6221/6224' },
    { name: 'Publicidade e divulgação', code: '6222' },
    { name: 'Deslocações e estadas', code: '6251' },
    { name: 'Refeições e receções', code: '62' },
    { name: 'Eventos: cachets e som', code: '62' },
    { name: 'Compras para o bar', code: '61' },
    { name: 'Compras de artigos para venda', code: '61' },
    { name: 'Pessoal: vencimentos e encargos', code: '63' },
    { name: 'Formação', code: '62' },
    { name: 'Software, alojamento e licenças', code: '62' },
    { name: 'Comissões bancárias e de pagamentos', code: '69', purpose: 'fees', system: true },
    { name: 'Impostos, taxas e licenças', code: '681' },
    { name: 'Quotizações pagas a federações', code: '6883' },
    { name: 'Donativos e apoios concedidos', code: '688' },
    { name: 'Equipamento e obras (investimento)', code: '43' },
    { name: 'Reembolso de títulos de capital', code: '51', purpose: 'capital' },
    { name: 'Outros pagamentos', code: '68' },
  ],
  transfer: [{ name: 'Transferência entre contas', code: '11/12', system: true }],
}

/** Inserts the categories of a new installation, once: some cannot be deleted. */
export async function insertCategories(db: Querying): Promise<void> {
  const rows = Object.entries(seeds).flatMap(([kind, categories]) =>
    categories.map((category) => ({ chargeTypes: [], system: false, purpose: null, ...category, kind })),
  )
  await execute(
    db,
    sql`INSERT INTO transaction_categories (id, name, kind, code, "order", active, system, charge_types, purpose, search_text)
      SELECT new_id(), name, kind, code, 10 * place, true, system, ARRAY(SELECT jsonb_array_elements_text("chargeTypes")), purpose,
        ' ' || ${foldedSql(sql`name || ' ' || code`)}
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}) AS
        (name text, kind text, code text, "chargeTypes" jsonb, system boolean, purpose text)) WITH ORDINALITY AS c (name, kind, code, "chargeTypes", system, purpose, place)
      WHERE NOT EXISTS (SELECT FROM transaction_categories)
      -- Of two processes that start at once, the second waits for the first here.
      ON CONFLICT DO NOTHING`,
  )
}
