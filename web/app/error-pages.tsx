import { Button } from '@mantine/core'
import { IconLock, IconMapOff, IconToggleLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useSession, useSettings } from '../api/queries.ts'
import { homeOf, loginPath, modulesSettingsPath } from '../paths/account.ts'
import { AppLink } from '../ui/app-link.tsx'
import { EmptyState, ErrorState, noSuchPage } from '../ui/message-state.tsx'
import { reportProblem } from './reporting/problems.ts'

/** For unknown addresses. */
export function NotFound() {
  return (
    <DeadEnd icon={<IconMapOff stroke={1.5} />} title={noSuchPage}>
      O endereço pode estar incompleto, ou a página pode ter mudado de lugar.
    </DeadEnd>
  )
}

/** For screens that the role may not enter. */
export function NoAccess() {
  const { organisationEmail } = useSettings()
  return (
    <DeadEnd icon={<IconLock stroke={1.5} />} title="Sem acesso">
      Esta página existe, mas a sua conta não a pode abrir. Se precisar dela, fale com a secretaria
      {organisationEmail && <> ({organisationEmail})</>}.
    </DeadEnd>
  )
}

/** For screens of a module that is switched off. */
export function ModuleOff() {
  return (
    <EmptyState
      isPage
      icon={<IconToggleLeft stroke={1.5} />}
      title="Módulo desligado"
      action={
        <Button component={AppLink} to={modulesSettingsPath} variant="default">
          Ver os módulos
        </Button>
      }
    >
      Esta página é de um módulo que a organização não usa. O que lá está não se perdeu: volta quando o módulo
      for ligado.
    </EmptyState>
  )
}

function DeadEnd({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  const session = useSession()
  return (
    <EmptyState
      isPage
      icon={icon}
      title={title}
      action={
        <Button component={AppLink} to={session ? homeOf(session.role) : loginPath} variant="default">
          Ir para o início
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}

/** Replaces a screen that threw an error. */
export function ScreenError({ error }: { error: unknown }) {
  useEffect(() => reportProblem(error), [error])
  return (
    <ErrorState
      isPage
      title="Não foi possível mostrar este ecrã"
      message="Ocorreu um erro inesperado. O que já foi guardado não se perdeu."
      onRetry={() => location.reload()}
    />
  )
}
