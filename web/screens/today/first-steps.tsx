import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, use } from 'react'
import type { FirstStep } from '@agremia/resources/first-steps.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { keys, useSession, useTerminology } from '../../api/queries.ts'
import { organisationSettingsPath, usersPath } from '../../paths/account.ts'
import { applicationRulesPath } from '../../paths/applications.ts'
import { paymentSettingsPath, plansPath } from '../../paths/dues.ts'
import { newImportPath } from '../../paths/imports.ts'
import { newMemberPath } from '../../paths/members.ts'
import { mailSettingsPath } from '../../paths/messages.ts'
import { useAttempt } from '../../resource/attempt.ts'
import { AppLink, MayEnterContext } from '../../ui/app-link.tsx'
import { useIsPhone } from '../../ui/device.ts'
import { toast } from '../../ui/toasts.tsx'
import classes from './first-steps.module.css'

interface Way {
  text: string
  to: string | ((terminology: Terminology) => string)
}

/** The ways to do a step; the texts of several are joined by «ou». */
type Ways = readonly [Way, ...Way[]]

const steps: Record<FirstStep, Ways> = {
  members: [
    { text: 'Importar a lista de {memberPlural}', to: newImportPath() },
    { text: 'inscrever {o} {primeiro} {memberSingular}', to: newMemberPath },
  ],
  quotaPrices: [{ text: 'Definir os preços das {membershipPayments}', to: plansPath }],
  capitalTitles: [{ text: 'Fixar o valor dos títulos de capital', to: applicationRulesPath }],
  mailServer: [{ text: 'Ligar o servidor de email', to: mailSettingsPath }],
  logo: [{ text: 'Juntar o logótipo', to: organisationSettingsPath }],
  iban: [{ text: 'Indicar o IBAN para transferências', to: paymentSettingsPath }],
  colleagues: [{ text: 'Dar acesso a quem trabalha consigo', to: usersPath }],
}

const setting = 'showsFirstSteps'

/** What a new organisation still has to prepare, each step with the screen where that is done. Administrators put it away. */
export default function FirstSteps({
  steps: known,
}: {
  steps: readonly { name: FirstStep; isDone: boolean }[]
}) {
  const terminology = useTerminology()
  const mayEnter = use(MayEnterContext)
  // Of the role alone: asking the declaration of the setting would load those of all settings with the list.
  const mayPutAway = useSession()?.role === 'admin'
  const { busy, putAway } = usePutAway()
  const isPhone = useIsPhone()
  const shown = known
    .map(({ name, isDone }) => {
      const ways = steps[name]
        .map(({ text, to }) => ({
          text: fillTerms(text, terminology),
          path: typeof to === 'string' ? to : to(terminology),
        }))
        .filter(({ path }) => mayEnter(path))
      return { name, isDone, ways }
    })
    .filter(({ ways }) => ways.length > 0)
  const doneCount = shown.filter(({ isDone }) => isDone).length
  if (doneCount === shown.length) return null
  const count = (
    <span className={classes.count}>
      {doneCount} de {shown.length}
    </span>
  )
  const close = mayPutAway && (
    <button type="button" className={classes.close} disabled={busy} onClick={() => void putAway()}>
      Arrumar
    </button>
  )
  const list = (
    <ol className={classes.list}>
      {shown.map(({ name, isDone, ways }) => (
        <li key={name} data-done={isDone || undefined}>
          {isDone ? (
            <IconCircleCheckFilled size="1.125rem" aria-hidden />
          ) : (
            <IconCircle size="1.125rem" stroke={1.5} aria-hidden />
          )}
          <span>
            {ways.map(({ text, path }, index) => (
              <Fragment key={path}>
                {index > 0 && ' ou '}
                <AppLink to={path}>{index === 0 ? capitalise(text) : text}</AppLink>
              </Fragment>
            ))}
            {isDone && <span className="visually-hidden"> (feito)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
  return (
    <aside className={classes.steps} aria-label="Primeiros passos" data-only="screen">
      {isPhone ? (
        // Closed, so that the first rows are in sight.
        <details>
          <summary>
            <strong>Primeiros passos</strong> {count}
          </summary>
          {list}
          {close}
        </details>
      ) : (
        <>
          <header className={classes.head}>
            <h2>Primeiros passos</h2>
            {count}
            {close}
          </header>
          {list}
        </>
      )}
    </aside>
  )
}

function usePutAway() {
  const client = useQueryClient()
  const { busy, attempt } = useAttempt()
  const putAway = () =>
    attempt(async () => {
      if (isTimedOut(await api.modify('settings', setting, { value: 'false' }))) return
      await client.invalidateQueries({ queryKey: keys.settings })
      await client.invalidateQueries({ queryKey: ['today'] })
      toast('Arrumado. Volta a mostrar-se na configuração da organização, em «Programa».')
    })
  return { busy, putAway }
}
