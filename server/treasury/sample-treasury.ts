import type { Cents } from '@agremia/resources/rules/amount.ts'
import { addDays, addMonths } from '@agremia/resources/rules/dates.ts'
import { nifCheckDigit } from '@agremia/resources/rules/identity-numbers.ts'
import { v7 as newId } from 'uuid'
import { byProgram } from '../rest/audit.ts'
import type { Tx } from '../database/transaction.ts'
import { execute, many, sql } from '../database/sql.ts'
import { numberDigits } from './counters.ts'
import { refreshDocuments } from './documents.ts'
import { postPayments } from './posting.ts'
import { insertCategories } from './seeds.ts'

/** Amounts in cents. */
interface Movement {
  id: string
  date: string
  kind: 'income' | 'expense' | 'transfer'
  amount: Cents
  category: string
  description: string
  account: string
  toAccount?: string
  center?: string
  /** Parts by cost centre; instead of `center`. */
  split?: [center: string, amount: Cents][]
  entity?: string
  method: string
  /** Whether a document is filed with it. */
  document?: 'invoice' | 'invoiceReceipt' | 'receipt'
}

const entities: [name: string, kinds: string[], category: string | null][] = [
  ['Energia do Vale', ['supplier'], 'Eletricidade'],
  ['Águas da Serra', ['supplier'], 'Água e resíduos'],
  ['Rede Clara Comunicações', ['supplier'], 'Comunicações (telefone, internet, correio)'],
  ['Seguros do Mondego', ['supplier'], 'Seguros'],
  ['Limpezas Alvorada', ['supplier'], 'Limpeza e higiene'],
  ['Mercearia do Largo', ['supplier', 'sponsor'], 'Compras para o bar'],
  ['Junta de Freguesia do Outeiro', ['funder', 'publicBody'], 'Subsídios da autarquia'],
  ['Som da Beira', ['supplier'], 'Eventos: cachets e som'],
  ['Contas em Dia Contabilidade', ['supplier'], 'Honorários e serviços especializados'],
  ['Oficina de Artes Gráficas', ['sponsor', 'donor'], 'Donativos de empresas (mecenato)'],
]

const centers: [name: string, code: string, budget: [income: Cents, expense: Cents]][] = [
  ['Administração e sede', 'SEDE', [900_000, 700_000]],
  ['Teatro', 'TEA', [80_000, 120_000]],
  ['Banda', 'BAN', [150_000, 200_000]],
  ['Bar', 'BAR', [600_000, 420_000]],
  ['Festa de aniversário', 'ANIV', [180_000, 160_000]],
]

/** Inserts two years of treasury, this one included: accounts, cost centres with budgets, entities, movements, documents, and the posted payments. */
export async function insertSampleTreasury(tx: Tx, { today }: { today: string }): Promise<void> {
  await insertCategories(tx)
  const first = `${Number(today.slice(0, 4)) - 1}-01-01`
  await insertLists(tx, first)
  const movements = sampleMovements(first, today)
  await insertMovements(tx, movements)
  await insertDocuments(tx, movements)
  await insertGoods(tx, first)
  await postPayments({ db: tx, ...byProgram }, sql`p.date >= ${first}::date`)
}

async function insertLists(tx: Tx, first: string): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO treasury_accounts (id, name, kind, iban, "order", active, opening_date, opening_balance, methods) VALUES
      (new_id(), 'Caixa', 'cash', NULL, 10, true, ${first}, 32450, '{cash}'),
      (new_id(), 'Conta à ordem', 'bank', 'PT50003506510000000004329', 20, true, ${first}, 418790, '{transfer,multibanco,mbway,directDebit,cheque,card}'),
      (new_id(), 'Conta a prazo', 'savings', NULL, 30, true, ${first}, 1000000, '{}')`,
  )
  const rows = entities.map(([name, kinds, category], index) => ({
    name,
    kinds,
    category,
    nif: withCheckDigit(`5${String(90_000_01 + index * 37).padStart(7, '0')}`),
  }))
  await execute(
    tx,
    sql`INSERT INTO external_entities (id, name, kinds, nif, active, country, payment_term_days, default_category_id)
      SELECT new_id(), e.name, ARRAY(SELECT jsonb_array_elements_text(e.kinds)), e.nif, true, 'PT', 30, c.id
      FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS e (name text, kinds jsonb, category text, nif text)
      LEFT JOIN transaction_categories c ON c.name = e.category`,
  )
  const budgets = centers.map(([name, code, [income, expense]]) => ({ name, code, income, expense }))
  await execute(
    tx,
    sql`WITH given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(budgets)}) AS g (name text, code text, income bigint, expense bigint)),
      made AS (INSERT INTO cost_centers (id, name, code, active) SELECT new_id(), name, code, true FROM given RETURNING id, name)
      INSERT INTO cost_center_budgets (id, cost_center_id, year, income, expense)
      SELECT new_id(), made.id, year, income, expense FROM made JOIN given USING (name),
        generate_series(${Number(first.slice(0, 4))}::integer, ${Number(first.slice(0, 4)) + 1}) AS year`,
  )
}

/** Fixed assets and donations in kind. */
async function insertGoods(tx: Tx, first: string): Promise<void> {
  const year = Number(first.slice(0, 4))
  await execute(
    tx,
    sql`INSERT INTO fixed_assets (id, description, kind, condition, location, acquired_on, cost, disposed_on, disposal) VALUES
      (new_id(), 'Sede social', 'building', 'good', 'Rua do Outeiro, 1', '1978-05-14', 6234000, NULL, NULL),
      (new_id(), 'Piano vertical', 'instrument', 'worn', 'Sala de ensaios', '2009-11-02', 185000, NULL, NULL),
      (new_id(), 'Carrinha de nove lugares', 'vehicle', 'worn', 'Garagem', '2016-03-21', 1450000, NULL, NULL),
      (new_id(), 'Mesa de som', 'equipment', 'good', 'Teatro', ${`${year}-02-11`}, 74900, NULL, NULL),
      (new_id(), 'Projetor antigo', 'equipment', 'broken', 'Arrecadação', '2012-09-10', 39000, ${`${year}-06-30`}, 'Entregue para reciclagem')`,
  )
  await execute(
    tx,
    sql`INSERT INTO donations_in_kind (id, number, date, external_entity_id, description, value, valuation)
      SELECT new_id(), ${`${year}/${'1'.padStart(numberDigits, '0')}`}, ${`${year}-05-18`}, id, 'Impressão dos cartazes da festa', 32000, 'Preço de tabela'
      FROM external_entities WHERE name = 'Oficina de Artes Gráficas'`,
  )
  await execute(tx, sql`INSERT INTO treasury_counters (series, last) VALUES (${`donations/${year}`}, 1)`)
}

function withCheckDigit(digits: string): string {
  return `${digits}${nifCheckDigit(digits)}`
}

/** The movements of a small club; amounts vary by month, the same in every demonstration. */
function sampleMovements(first: string, today: string): Movement[] {
  const movements: Movement[] = []
  const add = (movement: Omit<Movement, 'id'>) => {
    if (movement.date <= today) movements.push({ id: newId(), ...movement })
  }
  const bank = 'Conta à ordem'
  for (let month = 0; month < 24; month++) {
    const start = addMonths(first, month)
    const vary = (base: number, spread: number) => base + ((month * 7919 + base * 31) % spread)
    const bill = {
      kind: 'expense',
      account: bank,
      center: 'Administração e sede',
      document: 'invoice',
    } as const
    add({
      ...bill,
      date: addDays(start, 9),
      amount: vary(6200, 2900),
      category: 'Eletricidade',
      description: 'Eletricidade da sede',
      entity: 'Energia do Vale',
      method: 'directDebit',
    })
    add({
      ...bill,
      date: addDays(start, 12),
      amount: vary(1850, 900),
      category: 'Água e resíduos',
      description: 'Água da sede',
      entity: 'Águas da Serra',
      method: 'directDebit',
    })
    add({
      ...bill,
      date: addDays(start, 4),
      amount: 3499,
      category: 'Comunicações (telefone, internet, correio)',
      description: 'Internet e telefone',
      entity: 'Rede Clara Comunicações',
      method: 'directDebit',
    })
    add({
      ...bill,
      date: addDays(start, 14),
      amount: 12_000,
      category: 'Limpeza e higiene',
      description: 'Limpeza da sede',
      entity: 'Limpezas Alvorada',
      method: 'transfer',
      document: 'invoiceReceipt',
    })
    if (month % 3 === 1)
      add({
        ...bill,
        date: addDays(start, 20),
        amount: 18_450,
        category: 'Honorários e serviços especializados',
        description: 'Contabilidade do trimestre',
        entity: 'Contas em Dia Contabilidade',
        method: 'transfer',
      })
    if (month % 12 === 1)
      add({
        ...bill,
        date: addDays(start, 2),
        amount: 46_710,
        category: 'Seguros',
        description: 'Seguro da sede e de acidentes',
        entity: 'Seguros do Mondego',
        method: 'transfer',
        split: [
          ['Administração e sede', 30_000],
          ['Banda', 16_710],
        ],
      })
    if (month % 6 === 2)
      add({
        kind: 'income',
        date: addDays(start, 16),
        amount: 150_000,
        category: 'Subsídios da autarquia',
        description: 'Apoio à atividade regular',
        account: bank,
        entity: 'Junta de Freguesia do Outeiro',
        method: 'transfer',
        split: [
          ['Teatro', 50_000],
          ['Banda', 100_000],
        ],
      })
    for (const day of [6, 13, 20, 27])
      add({
        kind: 'income',
        date: addDays(start, day),
        amount: vary(9800 + day * 40, 3100),
        category: 'Bar e refeições',
        description: 'Bar: apuro da semana',
        account: 'Caixa',
        center: 'Bar',
        method: 'cash',
      })
    for (const day of [3, 17])
      add({
        kind: 'expense',
        date: addDays(start, day),
        amount: vary(11_400 + day * 30, 4200),
        category: 'Compras para o bar',
        description: 'Compras para o bar',
        account: 'Caixa',
        center: 'Bar',
        entity: 'Mercearia do Largo',
        method: 'cash',
        document: 'invoiceReceipt',
      })
    add({
      kind: 'transfer',
      date: addDays(start, 26),
      amount: 20_000,
      category: 'Transferência entre contas',
      description: 'Depósito do apuro do bar',
      account: 'Caixa',
      toAccount: bank,
      method: 'cash',
    })
    add({
      kind: 'expense',
      date: addDays(start, 28),
      amount: 624,
      category: 'Comissões bancárias e de pagamentos',
      description: 'Manutenção da conta',
      account: bank,
      method: 'directDebit',
    })
    if (month % 12 === 5) {
      add({
        kind: 'income',
        date: addDays(start, 10),
        amount: 164_350,
        category: 'Bilheteira e eventos',
        description: 'Jantar do aniversário',
        account: 'Caixa',
        center: 'Festa de aniversário',
        method: 'cash',
      })
      add({
        kind: 'expense',
        date: addDays(start, 11),
        amount: 92_000,
        category: 'Eventos: cachets e som',
        description: 'Som e luz do aniversário',
        account: bank,
        center: 'Festa de aniversário',
        entity: 'Som da Beira',
        method: 'transfer',
        document: 'invoice',
      })
    }
    if (month % 12 === 8)
      add({
        kind: 'income',
        date: addDays(start, 5),
        amount: 25_000,
        category: 'Donativos de empresas (mecenato)',
        description: 'Donativo para os figurinos',
        account: bank,
        center: 'Teatro',
        entity: 'Oficina de Artes Gráficas',
        method: 'transfer',
        document: 'receipt',
      })
  }
  return movements.sort((one, other) => (one.date < other.date ? -1 : 1))
}

async function insertMovements(tx: Tx, movements: readonly Movement[]): Promise<void> {
  await execute(
    tx,
    sql`WITH given AS MATERIALIZED (
        SELECT m.*, a.id AS account_id, o.id AS to_account_id, k.id AS category_id, e.id AS external_entity_id,
          row_number() OVER (PARTITION BY extract(year FROM m.date) ORDER BY m.date, m.id) AS place
        FROM jsonb_to_recordset(${JSON.stringify(movements)}) AS m (id uuid, date date, kind text, amount bigint, category text, description text, account text,
          "toAccount" text, center text, split jsonb, entity text, method text)
        JOIN treasury_accounts a ON a.name = m.account LEFT JOIN treasury_accounts o ON o.name = m."toAccount"
        JOIN transaction_categories k ON k.name = m.category LEFT JOIN external_entities e ON e.name = m.entity),
      counted AS (
        INSERT INTO treasury_counters (series, last) SELECT 'transactions/' || extract(year FROM date), max(place) FROM given GROUP BY extract(year FROM date)
        ON CONFLICT (series) DO UPDATE SET last = excluded.last),
      numbered AS MATERIALIZED (SELECT g.*, extract(year FROM date) || '/' || lpad(place::text, ${numberDigits}, '0') AS number FROM given g),
      made AS (
        INSERT INTO transactions (id, number, kind, date, description, amount, account_id, to_account_id, from_account_id, transfer_id, category_id,
          cost_center_id, external_entity_id, method)
        SELECT id, number, kind, date, description, amount, account_id, to_account_id, NULL, NULL, category_id,
          CASE WHEN split IS NULL THEN (SELECT c.id FROM cost_centers c WHERE c.name = center) END, external_entity_id, method FROM numbered
        UNION ALL
        SELECT new_id(), number, kind, date, description, amount, to_account_id, NULL, account_id, id, category_id, NULL, NULL, method
        FROM numbered WHERE kind = 'transfer' RETURNING id)
      SELECT count(*) FROM made`,
  )
  const splits = movements.flatMap(({ id, center, split, amount }) =>
    (split ?? (center === undefined ? [] : [[center, amount]])).map(([name, part]) => ({
      id,
      name,
      amount: part,
    })),
  )
  await execute(
    tx,
    sql`INSERT INTO transaction_splits (id, transaction_id, cost_center_id, date, kind, amount)
      SELECT new_id(), t.id, c.id, t.date, t.kind, s.amount
      FROM jsonb_to_recordset(${JSON.stringify(splits)}) AS s (id uuid, name text, amount bigint)
      JOIN transactions t ON t.id = s.id JOIN cost_centers c ON c.name = s.name`,
  )
}

/** Inserts the documents of the movements, and two that nobody has paid. */
async function insertDocuments(tx: Tx, movements: readonly Movement[]): Promise<void> {
  const filed = movements
    .filter(({ document }) => document !== undefined)
    .map(({ id, date, amount, description, entity, document, kind }, index) => ({
      transaction: index % 19 === 18 ? null : id,
      date,
      amount,
      description,
      entity,
      type: document,
      direction: kind === 'income' ? 'issued' : 'received',
    }))
  const rows = await many(
    tx,
    sql`WITH given AS MATERIALIZED (
        SELECT d.*, new_id() AS id, row_number() OVER (PARTITION BY extract(year FROM date) ORDER BY date, transaction) AS place
        FROM jsonb_to_recordset(${JSON.stringify(filed)}) AS d (transaction uuid, date date, amount bigint, description text, entity text, type text, direction text)),
      counted AS (
        INSERT INTO treasury_counters (series, last) SELECT 'documents/' || extract(year FROM date), max(place) FROM given GROUP BY extract(year FROM date)
        ON CONFLICT (series) DO UPDATE SET last = excluded.last),
      made AS (
        INSERT INTO treasury_docs (id, number, type, direction, description, date, due_date, external_number, external_entity_id, net_amount, vat_amount,
          total_amount, currency)
        SELECT g.id, extract(year FROM date) || '/' || lpad(place::text, ${numberDigits}, '0'), type, direction, description, date,
          CASE type WHEN 'invoice' THEN date + 30 END, 'FT ' || extract(year FROM date) || '/' || (100 + place), e.id,
          amount - round(amount * 23 / 123.0), round(amount * 23 / 123.0), amount, 'EUR'
        FROM given g LEFT JOIN external_entities e ON e.name = g.entity RETURNING id),
      linked AS (
        UPDATE transactions t SET document_ids = ARRAY[g.id::text] FROM given g WHERE g.transaction = t.id RETURNING t.id)
      SELECT id FROM made WHERE (SELECT count(*) FROM linked) >= 0`,
    { id: 'uuid' },
  )
  await refreshDocuments(
    { db: tx, changes: [] },
    rows.map(({ id }) => id),
  )
}
