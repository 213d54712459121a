import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { SettingName, Settings } from '@agremia/resources/definitions/settings.ts'
import { settingNames, settingOf, settings } from '@agremia/resources/definitions/settings.ts'
import { isReservedPath } from '@agremia/resources/screen-paths.ts'
import { alwaysOptionalFields } from '@agremia/resources/settings/member-settings.ts'
import { requiredSettingProblem, pairOf } from '@agremia/resources/settings/needed-settings.ts'
import { toUrlForm, terminologyShape } from '@agremia/resources/terminology.ts'
import { checkField } from '@agremia/resources/validate.ts'
import type { Querying } from '../database/querying.ts'
import { execute, exists, maybeOne, one, raw, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import { smsLimits } from '../limits.ts'
import { isPrivateUrl } from '../private-addresses.ts'
import { parseWebUrl } from '../web-url.ts'
import { data, openRoute } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { Area, DeletedRow, HookContext } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { logoRoutes } from './logo.ts'
import { toStoredValue, shownValue } from './secret-settings.ts'
import { closedMessage, lockClosing, lockPayments } from './closed-accounts.ts'
import { terminologyIn } from './organisation.ts'

export { createOrganisation, seedSettings, terminologyIn, writeSettings } from './organisation.ts'
export { storeLogo } from './logo.ts'
export { readSecretSetting, toStoredValue } from './secret-settings.ts'
export {
  closedDayMessage,
  closedMessage,
  closedProblems,
  isClosed,
  isOpenDay,
  lockClosing,
  lockPayments,
  rejectClosed,
  requireOpen,
} from './closed-accounts.ts'
export type { Closing, LockedClosing } from './closed-accounts.ts'

const terminologyApi: Api = {
  name: 'readTerminology',
  summary: 'Ler as palavras da organização',
  tag: 'Programa',
  answers: { 200: data(terminologyShape) },
}

export const settingsArea: Area = {
  resources: [
    resourceModule({
      definition: settings,
      hooks: {
        validate: async (context) => {
          const isChanged = (context.before?.value ?? '') !== (context.merged.value ?? '')
          const elsewhere = changedElsewhere.get(nameOf(context))
          if (elsewhere !== undefined && isChanged) return { errors: { value: [elsewhere] } }
          const value = [...problemsOf(context), ...(await smsUrlProblems(context))]
          return value.length > 0 ? { errors: { value } } : undefined
        },
        beforeSave: async (context) => {
          const value = String(valueOf(context) ?? '')
          const problem =
            (await pairProblem(context, value)) ??
            (await protectionProblem(context, value)) ??
            (await yearStartProblem(context, value))
          if (problem !== undefined) throw invalid({ value: [problem] })
          context.set({ value: await toStoredValue(context, nameOf(context), value) })
        },
      },
      computed: { value: shownValue },
    }),
  ],
  onRestored: ({ db, rows, deletedAt }) => rejectOtherYears(db, rows, deletedAt),
  async routes(app, world) {
    await app.register((scope) => logoRoutes(scope, world))
    app.get('/terminology', openRoute(terminologyApi), async () => ({
      data: terminologyIn(await world.organisation.settings()),
    }))
  },
}

/** Settings that only another request changes, and what their own answers instead. */
const changedElsewhere: ReadonlyMap<SettingName | undefined, string> = new Map([
  ['organisationLogo', 'O logótipo muda-se ao enviar uma imagem.'],
  ['closedUntil', 'As contas fecham-se e reabrem-se em «Fecho de contas», onde fica o motivo.'],
])

/** Switching the protection off would show the data of the people who are protected. */
async function protectionProblem(
  context: HookContext<typeof settings>,
  value: string,
): Promise<string | undefined> {
  if (nameOf(context) !== 'protectsPeople' || value === 'true') return undefined
  const isUsed = await exists(context.db, sql`SELECT FROM people WHERE is_protected LIMIT 1`)
  return isUsed ? 'Há pessoas protegidas: deixe primeiro de as proteger.' : undefined
}

/** What belongs to an accounting year, and would silently belong to other days. */
const ofYears = [
  ['cost_center_budgets', 'orçamentos de centros de custos'],
  ['report_notes', 'notas de relatórios'],
] as const

/** With another start, closed years and what is stored by year would be of other days. Waits for writes in progress, and blocks later ones. */
async function yearStartProblem(
  context: HookContext<typeof settings>,
  value: string,
): Promise<string | undefined> {
  const { db, before } = context
  if (nameOf(context) !== 'fiscalYearStart' || value === before?.value) return undefined
  await lockPayments(db)
  const { closedUntil } = await lockClosing(db)
  if (closedUntil !== '')
    return `${closedMessage({ closedUntil })}, por anos que começam noutro mês: reabra-as primeiro, em «Fecho de contas».`
  for (const [table, label] of ofYears) {
    await execute(db, sql`LOCK TABLE ${raw(table)} IN SHARE ROW EXCLUSIVE MODE`)
    const { years } = await one(
      db,
      sql`SELECT coalesce(string_agg(DISTINCT year::text, ', ' ORDER BY year::text), '') AS years FROM ${raw(table)}`,
      { years: 'text' },
    )
    if (years !== '')
      return `Há ${label} de ${years}, que passariam a ser de outros dias: elimine-os primeiro, e volte a escrevê-los.`
  }
  return undefined
}

/** Throws 409 when a deleted row is of an accounting year that began in another month. Locks the closing, as `lockClosing`. */
async function rejectOtherYears(db: Querying, rows: readonly DeletedRow[], deletedAt: string): Promise<void> {
  const [, label] = ofYears.find(([table]) => rows.some((row) => row.table === table)) ?? []
  if (label === undefined) return
  const { fiscalYearStart } = await lockClosing(db)
  const change = await maybeOne(
    db,
    sql`SELECT c ->> 'from' AS former FROM audit_events e CROSS JOIN jsonb_array_elements(e.changes) c
      WHERE e.resource = 'settings' AND e.record_id = (SELECT id FROM settings WHERE name = 'fiscalYearStart') AND e.at > ${deletedAt}::timestamptz
        AND c ->> 'field' = 'value' ORDER BY e.at LIMIT 1`,
    { former: 'text?' },
  )
  if (change && change.former !== fiscalYearStart)
    throw conflict(
      `Não pode ser recuperado: há ${label} de anos que então começavam noutro mês. Volte a escrevê-los.`,
    )
}

function nameOf({ before }: HookContext<typeof settings>): SettingName | undefined {
  const name = before?.name
  return settingNames.find((one) => one === name)
}

function checkValue(context: HookContext<typeof settings>) {
  const name = nameOf(context)
  if (!name) return undefined
  const { rules = [], options } = settingOf(name)
  const field = {
    rules,
    options: options && Object.entries(options).map(([value, label]) => ({ value, label })),
  }
  return checkField(field, context.merged.value ?? null, { today: context.today, record: context.merged })
}

function valueOf(context: HookContext<typeof settings>): unknown {
  const checked = checkValue(context)
  return checked ? checked.value : context.merged.value
}

function problemsOf(context: HookContext<typeof settings>): string[] {
  const problems = checkValue(context)?.errors ?? []
  const name = nameOf(context)
  const [, resource] = /^(\w+)(?:Required|Hidden)Fields$/.exec(name ?? '') ?? []
  if (resource) return [...problems, ...listedFieldProblems(resource, context.merged.value)]
  if (name !== 'memberPlural' && name !== 'memberSingular' && name !== 'membershipPayments') return problems
  const address = toUrlForm(String(context.merged.value ?? ''))
  if (address === '') return [...problems, 'Use letras ou algarismos.']
  const isTaken = isReservedPath(address) || address === otherTermPath(name, context.settings)
  return isTaken ? [...problems, 'Esta palavra já é o endereço de outro ecrã.'] : problems
}

/**
 * The error of a value that requires another setting. Checked when it is written and not in `validate`, since a form may write both.
 * Locks the other setting, so that a concurrent request cannot clear it.
 */
async function pairProblem(
  context: HookContext<typeof settings>,
  value: string,
): Promise<string | undefined> {
  const name = nameOf(context)
  const pair = name && pairOf(name)
  if (!pair) return undefined
  const other = name === pair.needing ? pair.needed : pair.needing
  const row = await maybeOne(context.db, sql`SELECT value FROM settings WHERE name = ${other} FOR SHARE`, {
    value: 'text?',
  })
  return requiredSettingProblem(name, { [name]: value, [other]: row?.value ?? '' })
}

/** Rejects an SMS service in a private network or without HTTPS, unless the environment allows it. Sending checks the network again. */
async function smsUrlProblems(context: HookContext<typeof settings>): Promise<string[]> {
  const value = String(context.merged.value ?? '')
  if (nameOf(context) !== 'smsUrl' || value === '' || context.world.config.smsAllowPrivate) return []
  const url = parseWebUrl(value)
  // Its rule refuses other texts.
  if (!url) return []
  if (!(await isPrivateUrl(url, smsLimits.lookupTime)))
    return value.startsWith('https:') ? [] : ['Indique um endereço com https: os SMS têm dados das pessoas.']
  return [
    'Este endereço leva a uma rede privada ou a esta máquina. Indique o endereço público do serviço de SMS, ou peça a quem instala o programa que defina SMS_ALLOW_PRIVATE=true.',
  ]
}

/** The URL path of the other of the two terms, members and payments, which must differ. */
function otherTermPath(name: SettingName, settings: Settings): string | undefined {
  if (name === 'memberPlural') return toUrlForm(settings.membershipPayments)
  return name === 'membershipPayments' ? toUrlForm(settings.memberPlural) : undefined
}

/** Errors for names of fields that the resource does not have, or that are always shown and optional. */
function listedFieldProblems(resource: string, list: unknown): string[] {
  const { fields } = getDefinition(resource)
  const names = String(list ?? '').split(',')
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .flatMap((name) => {
      if (!Object.hasOwn(fields, name)) return [`Não existe o campo «${name}».`]
      return resource === 'members' && alwaysOptionalFields.includes(name)
        ? [`O campo «${fields[name]?.label}» vê-se sempre e nunca é obrigatório.`]
        : []
    })
}
