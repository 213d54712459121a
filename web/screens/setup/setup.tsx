import { useContext, useState } from 'react'
import { FirstRunContext } from '../../api/first-run-context.ts'
import type { DemoLogin } from '../../api/first-run.ts'
import { AzulejoFrame } from '../../ui/azulejo-frame.tsx'
import { DemoForm } from './demo-form.tsx'
import { DemoLogins } from './demo-logins.tsx'
import { OrganisationForm } from './organisation-form.tsx'
import { SetupChoice, type SetupKind } from './setup-choice.tsx'

/** The first run: creates an organisation, or one with demonstration data. */
export default function Setup() {
  const [logins, setLogins] = useState<DemoLogin[]>()
  return logins ? <DemoLogins logins={logins} /> : <SetupForms onDemo={setLogins} />
}

function SetupForms({ onDemo }: { onDemo: (logins: DemoLogin[]) => void }) {
  const [kind, setKind] = useState<SetupKind>('organisation')
  const firstRun = useContext(FirstRunContext)
  if (!firstRun) return null
  return (
    <AzulejoFrame
      wide
      title="Bem-vindo à Agremia"
      subtitle="Em dois minutos a sua organização fica pronta a trabalhar."
    >
      <SetupChoice kind={kind} onChange={setKind} />
      {kind === 'organisation' ? (
        <OrganisationForm firstRun={firstRun} />
      ) : (
        <DemoForm firstRun={firstRun} onReady={onDemo} />
      )}
    </AzulejoFrame>
  )
}
