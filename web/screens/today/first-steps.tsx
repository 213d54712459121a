import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { FirstStep } from '@agremia/resources/first-steps.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { keys, useTerminology } from '../../api/queries.ts'
import { organisationSettingsPath, usersPath } from '../../paths/account.ts'
import { applicationRulesPath } from '../../paths/applications.ts'
import { paymentSettingsPath, plansPath } from '../../paths/dues.ts'
import { newImportPath } from '../../paths/imports.ts'
import { mailSettingsPath } from '../../paths/messages.ts'
import { useMayChangeSetting } from '../../resource/settings/use-settings-form.ts'
import { toastError } from '../../resource/toast-error.ts'
import { AppLink, MayEnterContext } from '../../ui/app-link.tsx'
import { toast } from '../../ui/toasts.tsx'
import classes from './first-steps.module.css'

interface Step {
  text: string
  to: string | ((terminology: Terminology) => string)
}

const steps: Record<FirstStep, Step> = {
  members: { text: 'Importar a lista de {memberPlural}', to: newImportPath() },
  quotaPrices: { text: 'Definir os preços das {membershipPayments}', to: plansPath },
  capitalTitles: { text: 'Fixar o valor dos títulos de capital', to: applicationRulesPath },
  mailServer: { text: 'Ligar o servidor de email', to: mailSettingsPath },
  logo: { text: 'Juntar o logótipo', to: organisationSettingsPath },
  iban: { text: 'Indicar o IBAN para transferências', to: paymentSettingsPath },
  colleagues: { text: 'Dar acesso a quem trabalha consigo', to: usersPath },
}

const setting = 'showsFirstSteps'

/** What a new organisation still has to prepare, each step with the screen where that is done. Administrators put it away. */
export function FirstSteps({ steps: known }: { steps: readonly { name: FirstStep; isDone: boolean }[] }) {
  const terminology = useTerminology()
  const mayEnter = use(MayEnterContext)
  const mayPutAway = useMayChangeSetting()(setting)
  const { busy, putAway } = usePutAway()
  const shown = known
    .map(({ name, isDone }) => {
      const { text, to } = steps[name]
      const path = typeof to === 'string' ? to : to(terminology)
      return { name, isDone, text: fillTerms(text, terminology), path }
    })
    .filter(({ path }) => mayEnter(path))
  const doneCount = shown.filter(({ isDone }) => isDone).length
  if (doneCount === shown.length) return null
  return (
    <aside className={classes.steps} aria-labelledby="first-steps" data-only="screen">
      <header className={classes.head}>
        <h2 id="first-steps">Primeiros passos</h2>
        <span className={classes.count}>
          {doneCount} de {shown.length}
        </span>
        {mayPutAway && (
          <button type="button" className={classes.close} disabled={busy} onClick={() => void putAway()}>
            Arrumar
          </button>
        )}
      </header>
      <ol className={classes.list}>
        {shown.map(({ name, isDone, text, path }) => (
          <li key={name} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheckFilled size="1.125rem" aria-hidden />
            ) : (
              <IconCircle size="1.125rem" stroke={1.5} aria-hidden />
            )}
            <AppLink to={path}>
              {text}
              {isDone && <span className="visually-hidden"> (feito)</span>}
            </AppLink>
          </li>
        ))}
      </ol>
    </aside>
  )
}

function usePutAway() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const putAway = async () => {
    setBusy(true)
    try {
      if (isTimedOut(await api.modify('settings', setting, { value: 'false' }))) return
      await client.invalidateQueries({ queryKey: keys.settings })
      await client.invalidateQueries({ queryKey: ['today'] })
      toast('Arrumado. Volta a mostrar-se na configuração da organização, em «Programa».')
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, putAway }
}
