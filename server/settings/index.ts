import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { SettingName, Settings } from '@agremia/resources/definitions/settings.ts'
import { settingNames, settingOf, settings } from '@agremia/resources/definitions/settings.ts'
import { needProblem, pairOf } from '@agremia/resources/settings/needed-settings.ts'
import { toUrlForm } from '@agremia/resources/terminology.ts'
import { checkField } from '@agremia/resources/validate.ts'
import { maybeOne, sql } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { smsLimits } from '../limits.ts'
import { isPrivateUrl } from '../private-addresses.ts'
import type { Area, WriteContext } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { logoRoutes } from './logo.ts'
import { keptForm, shownValue } from './secret-settings.ts'
import { terminologyIn } from './organisation.ts'

export { createOrganisation, seedSettings, terminologyIn, writeSettings } from './organisation.ts'
export { readSecretSetting } from './secret-settings.ts'

/** Words that an organisation cannot take as the address of its members: other screens live there. */
const takenAddresses = new Set([
  'autorizacao',
  'dashboard',
  'candidaturas',
  'inscricao',
  'pagamentos',
  'dividas',
  'utilizadores',
  'relatorios',
  'mensagens',
  'tesouraria',
  'developers',
  'v',
  'api',
  'assets',
  'adminhome',
  'configuracaoinicial',
  'organizacao',
  'perfil',
])

export const settingsArea: Area = {
  resources: [
    resourceModule({
      definition: settings,
      hooks: {
        validate: async (context) => {
          const isOther = (context.before?.['value'] ?? '') !== (context.merged['value'] ?? '')
          if (nameOf(context) === 'organisationLogo' && isOther)
            return { errors: { value: ['O logótipo muda-se ao enviar uma imagem.'] } }
          const value = [...problemsOf(context), ...(await privateService(context))]
          return value.length > 0 ? { errors: { value } } : undefined
        },
        beforeSave: async (context) => {
          const value = String(valueOf(context) ?? '')
          const problem = await neededProblem(context, value)
          if (problem !== undefined) throw invalid({ value: [problem] })
          context.values['value'] = await keptForm(context.world, nameOf(context), value)
        },
      },
      computed: { value: shownValue },
    }),
  ],
  async routes(app, engine) {
    const { world } = engine
    await app.register((scope) => logoRoutes(scope, engine))
    app.get('/terminology', { config: { open: true } }, async () => ({
      data: terminologyIn(await world.organisation.settings()),
    }))
  },
}

function nameOf({ before }: WriteContext): SettingName | undefined {
  const name = before?.['name']
  return settingNames.find((known) => known === name)
}

function judge(context: WriteContext) {
  const name = nameOf(context)
  if (!name) return undefined
  const { rules = [], options } = settingOf(name)
  const field = {
    rules,
    required: rules.includes('required'),
    options: options && Object.entries(options).map(([value, label]) => ({ value, label })),
  }
  return checkField(field, context.merged['value'] ?? null, { today: context.today, record: context.merged })
}

function valueOf(context: WriteContext): unknown {
  const judged = judge(context)
  return judged ? judged.value : context.merged['value']
}

function problemsOf(context: WriteContext): string[] {
  const problems = judge(context)?.errors ?? []
  const name = nameOf(context)
  const [, resource] = /^(\w+)(?:Required|Hidden)Fields$/.exec(name ?? '') ?? []
  if (resource) return [...problems, ...unknownFields(resource, context.merged['value'])]
  if (name !== 'memberPlural' && name !== 'memberSingular' && name !== 'membershipPayments') return problems
  const address = toUrlForm(String(context.merged['value'] ?? ''))
  if (address === '') return [...problems, 'Use letras ou algarismos.']
  const isTaken = takenAddresses.has(address) || address === addressBeside(name, context.settings)
  return isTaken ? [...problems, 'Esta palavra já é o endereço de outro ecrã.'] : problems
}

/**
 * What is wrong with a value because of another setting. Judged as it is written and not before, since a form may write both.
 * The other is locked, so that no process empties it meanwhile.
 */
async function neededProblem(context: WriteContext, value: string): Promise<string | undefined> {
  const name = nameOf(context)
  const pair = name && pairOf(name)
  if (!pair) return undefined
  const other = name === pair.needing ? pair.needed : pair.needing
  const kept = await maybeOne(context.db, sql`SELECT value FROM settings WHERE name = ${other} FOR SHARE`, {
    value: 'text?',
  })
  return needProblem(name, { [name]: value, [other]: kept?.value ?? '' })
}

/** An SMS service that leads to a private network, unless the environment allows it. Sending judges it again. */
async function privateService(context: WriteContext): Promise<string[]> {
  const value = String(context.merged['value'] ?? '')
  if (nameOf(context) !== 'smsUrl' || value === '' || context.world.config.smsAllowPrivate) return []
  if (!URL.canParse(value) || !(await isPrivateUrl(new URL(value), smsLimits.lookupTime))) return []
  return [
    'Este endereço leva a uma rede privada ou a esta máquina. Indique o endereço público do serviço de SMS, ou peça a quem instala o programa que defina SMS_ALLOW_PRIVATE=true.',
  ]
}

/** Members and what they pay have each their screen: what the one is called cannot be the address of the other. */
function addressBeside(name: SettingName, settings: Settings): string | undefined {
  if (name === 'memberPlural') return toUrlForm(settings.membershipPayments)
  return name === 'membershipPayments' ? toUrlForm(settings.memberPlural) : undefined
}

/** Names in a list of fields that the resource does not have. */
function unknownFields(resource: string, list: unknown): string[] {
  const { fields } = getDefinition(resource)
  const names = String(list ?? '').split(',')
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && !Object.hasOwn(fields, name))
    .map((name) => `Não existe o campo «${name}».`)
}
