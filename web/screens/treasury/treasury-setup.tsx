import { Button, Checkbox } from '@mantine/core'
import { IconBuildingBank, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { transactionKinds } from '@agremia/resources/definitions/transaction-categories.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useFields, useMay, useSession, useTerminology } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { treasuryPath } from '../../paths/treasury.ts'
import { fieldId, useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import { useLeaveGuard } from '../../resource/form/leave-guard.ts'
import { settingField } from '../../resource/settings/setting-fields.tsx'
import { QueryPage } from '../../resource/query-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { saveKeys, useHotkey } from '../../ui/hotkeys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { EmptyState } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { toast } from '../../ui/toasts.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { categoriesQuery } from './category-input.tsx'
import { accountsQuery } from './treasury-accounts.ts'
import { setupForm, type TreasurySetup, useTreasurySetup } from './use-treasury-setup.ts'
import classes from './treasury-setup.module.css'

/** The page that sets up the treasury while it has no account. */
export default function TreasurySetupPage() {
  const accounts = useQuery(accountsQuery)
  const mayBegin = useMay('treasuryAccounts').create
  return (
    <QueryPage query={accounts}>
      {({ meta }) => {
        if (meta.total > 0) return <Ready />
        return mayBegin ? <Guide /> : <NotYet />
      }}
    </QueryPage>
  )
}

function Ready() {
  return (
    <EmptyState
      isPage
      icon={<IconBuildingBank stroke={1.5} />}
      title="A tesouraria está configurada"
      action={
        <Button component={AppLink} to={treasuryPath} variant="default">
          Ver a tesouraria
        </Button>
      }
    >
      As contas, as categorias e o resto mudam-se na configuração.
    </EmptyState>
  )
}

function NotYet() {
  return (
    <EmptyState isPage icon={<IconBuildingBank stroke={1.5} />} title="A tesouraria ainda não começou">
      Quem administra, ou quem edita, começa por indicar as contas e os seus saldos.
    </EmptyState>
  )
}

function Guide() {
  const fields = useFields('treasuryAccounts')
  return fields ? <Steps fields={fields} /> : <PageSkeleton />
}

/** The steps, on one page. */
function Steps({ fields }: { fields: FieldMap }) {
  const setup = useTreasurySetup(organisationToday())
  const navigate = useNavigate()
  const terminology = useTerminology()
  const isAdmin = useSession()?.role === 'admin'
  useFocusOnRefusal({ id: setupForm, saving: setup.saving, wrong: setup.wrong })
  useLeaveGuard(setup)
  const begin = async () => {
    if (setup.saving || !(await setup.begin())) return
    toast('A tesouraria começou.')
    navigate(treasuryPath, { replace: true })
  }
  useHotkey({ ...saveKeys, label: 'Começar a tesouraria', group: 'Na tesouraria' }, () => void begin())
  return (
    <Page
      title="Começar a tesouraria"
      subtitle="Poucos passos, alguns minutos. Tudo isto se pode mudar mais tarde."
    >
      <ol className={classes.steps}>
        {isAdmin && (
          <Step
            title="Exercício"
            text="O ano das contas, quando não é o civil: o de muitos clubes começa em setembro. Os saldos iniciais acompanham-no."
          >
            <YearStart setup={setup} />
          </Step>
        )}
        <Step
          title="Contas"
          text="Onde está o dinheiro, e quanto lá estava no começo do dia indicado. O que é anterior fica de fora."
        >
          <Accounts setup={setup} fields={fields} />
        </Step>
        <Step title="Categorias" text="Desmarque o que não se aplica: deixa de ser proposto, e pode voltar.">
          <Categories setup={setup} />
        </Step>
        <Step
          title="Centros de custos"
          text="Para saber quanto recebe e quanto gasta cada secção, projeto ou evento. Quem não precisa deixa assim."
        >
          <CostCenters setup={setup} />
        </Step>
        <Step
          title="Começar"
          text={fillTerms(
            'Cria-se tudo de uma vez. Os pagamentos de {membershipPayments} desde o saldo inicial são lançados sozinhos, cada um na conta do seu meio; os anteriores estão no saldo.',
            terminology,
          )}
        >
          <FormMessage>{setup.problem ?? setup.errorOf('accounts')}</FormMessage>
          <Button
            className={classes.begin}
            size="md"
            loading={setup.saving}
            rightSection={<KeyCaps keys={saveKeys.keys} onPrimary />}
            onClick={() => void begin()}
          >
            Começar a tesouraria
          </Button>
        </Step>
      </ol>
    </Page>
  )
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <div className={classes.words}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className="stack">{children}</div>
    </li>
  )
}

interface StepProps {
  setup: TreasurySetup
}

function YearStart({ setup }: StepProps) {
  const { help: _help, ...yearStart } = settingField('fiscalYearStart', useTerminology())
  return (
    <div className={classes.field} data-field={yearStart.name}>
      <FieldInput
        id={fieldId(setupForm, yearStart.name)}
        field={yearStart}
        value={setup.draft.fiscalYearStart}
        record={{}}
        error={setup.errorOf(yearStart.name)}
        onChange={(month) => setup.beginYearIn(String(month))}
      />
    </div>
  )
}

const accountFields = ['name', 'kind', 'openingDate', 'openingBalance', 'iban', 'methods']
const maxAccounts = 20

function Accounts({ setup, fields }: StepProps & { fields: FieldMap }) {
  const { accounts } = setup.draft
  const [first] = accounts
  const change = (place: number, values: Values) =>
    setup.change({ accounts: accounts.map((one, at) => (at === place ? { ...one, ...values } : one)) })
  return (
    <>
      {accounts.map((account, place) => (
        <fieldset key={account._k} className={classes.account}>
          <legend className="visually-hidden">Conta {place + 1}</legend>
          {accountFields
            .filter((name) => name !== 'iban' || account.kind !== 'cash')
            .map((name) => (
              <div key={name} className={classes.field} data-field={name}>
                <AccountField
                  field={fields[name]}
                  account={account}
                  path={`accounts.${place}.${name}`}
                  setup={setup}
                  onChange={(value) => change(place, { [name]: value })}
                />
              </div>
            ))}
          {accounts.length > 1 && (
            <CommandButton
              icon={IconTrash}
              label="Retirar"
              className={classes.remove}
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={`Retirar a conta ${String(account.name ?? '')}`}
              onClick={() => setup.change({ accounts: accounts.toSpliced(place, 1) })}
            />
          )}
        </fieldset>
      ))}
      {accounts.length < maxAccounts && (
        <CommandButton
          icon={IconPlus}
          label="Outra conta"
          className={classes.add}
          onClick={() =>
            setup.change({
              accounts: [
                ...accounts,
                {
                  _k: 1 + Math.max(0, ...accounts.map(({ _k }) => _k)),
                  kind: 'bank',
                  openingDate: first?.openingDate,
                  openingBalance: 0,
                },
              ],
            })
          }
        />
      )}
    </>
  )
}

interface AccountFieldProps extends StepProps {
  field: FieldMap[string] | undefined
  account: Values
  /** `accounts.0.name`. */
  path: string
  onChange: (value: unknown) => void
}

function AccountField({ field, account, path, setup, onChange }: AccountFieldProps) {
  if (!field) return null
  const { help: _help, ...plain } = field
  return (
    <FieldInput
      id={fieldId(setupForm, path)}
      field={plain}
      value={account[field.name] ?? null}
      record={account}
      error={setup.errorOf(path)}
      onChange={onChange}
    />
  )
}

function Categories({ setup }: StepProps) {
  const query = useQuery(categoriesQuery)
  const { inactiveCategoryIds } = setup.draft
  const toggle = (id: string, isUsed: boolean) =>
    setup.change({
      inactiveCategoryIds: isUsed
        ? inactiveCategoryIds.filter((one) => one !== id)
        : [...inactiveCategoryIds, id],
    })
  return (
    <div className={classes.kinds}>
      {(['income', 'expense'] as const).map((kind) => (
        <fieldset key={kind} className={classes.kind}>
          <legend>{transactionKinds[kind].label}</legend>
          {query.data?.data
            .filter((category) => category.kind === kind)
            .map(({ _id, name, system }) => (
              <Checkbox
                key={_id}
                label={name}
                checked={!inactiveCategoryIds.includes(_id)}
                disabled={system}
                onChange={(event) => toggle(_id, event.currentTarget.checked)}
              />
            ))}
        </fieldset>
      ))}
    </div>
  )
}

const centersField = {
  name: 'costCenters',
  type: 'list',
  label: 'Nomes dos centros de custos',
  help: 'Por exemplo: Administração e sede, Futebol, Teatro, Festa de aniversário.',
  group: '',
  inputType: 'tags',
  validation: [],
} as const

function CostCenters({ setup }: StepProps) {
  const { hasCostCenters, costCenters } = setup.draft
  const wrong = setup.wrong.find((name) => name.startsWith('costCenters'))
  return (
    <>
      <Checkbox
        label="Seguir as receitas e as despesas por centro de custos"
        checked={hasCostCenters}
        onChange={(event) => setup.change({ hasCostCenters: event.currentTarget.checked })}
      />
      {hasCostCenters && (
        <FieldInput
          id={fieldId(setupForm, wrong ?? 'costCenters')}
          field={{ ...centersField, validation: [...centersField.validation] }}
          value={costCenters}
          record={{}}
          error={wrong === undefined ? undefined : setup.errorOf(wrong)}
          onChange={(names) => setup.change({ costCenters: names as string[] })}
        />
      )}
    </>
  )
}
