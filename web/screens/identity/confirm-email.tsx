import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isShownGlobally } from '../../api/api-error.ts'
import { api, isApiError } from '../../api/client.ts'
import { useSession } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { Session } from '../../api/tokens.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { LoadingText } from '../../ui/busy-indicators.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { useParams } from '../../ui/router.tsx'
import { profilePath, loginPath } from '../../paths/account.ts'
import { IdentityFrame } from './identity-frame.tsx'

/** The page that the link to a new email opens: its one-time code changes the email of the account. */
export default function ConfirmEmail() {
  const { code = '' } = useParams()
  const session = useSession()
  const { isFetching, isSuccess, error, refetch } = useQuery({
    queryKey: ['confirmEmail', code],
    queryFn: () => confirm(code),
    // A one-time code: no automatic refetching.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { title, text, isOver } = isFetching ? confirming : isSuccess ? confirmed : outcomeOf(error)
  return (
    <IdentityFrame title={title} subtitle={isFetching ? <LoadingText>A confirmar</LoadingText> : text}>
      {!isFetching && (
        <div className={stack.stack}>
          <FormMessage>{isOver ? undefined : messageOf(error)}</FormMessage>
          {isOver ? (
            <Button component={AppLink} to={nextPath(session)} size="md" fullWidth>
              {session ? 'Ir para o perfil' : 'Entrar'}
            </Button>
          ) : (
            <Button size="md" fullWidth onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          )}
        </div>
      )}
    </IdentityFrame>
  )
}

/** The server ends all sessions of the account; if one of them confirms, it gets new tokens. */
async function confirm(code: string): Promise<boolean> {
  requireAnswer(await api.replaceSession('auth/email/confirm', { code }))
  return true
}

interface Outcome {
  title: string
  text: string
  /** Retrying would not change it. */
  isOver: boolean
}

const confirming: Outcome = { title: 'Confirmar o email', text: '', isOver: false }
const confirmed: Outcome = {
  title: 'Email confirmado',
  text: 'O email da conta mudou. A partir de agora, entra com este.',
  isOver: true,
}

function outcomeOf(error: Error | null): Outcome {
  const status = isApiError(error) ? error.status : 0
  if (status === 403)
    return {
      title: 'A ligação já não é válida',
      text: 'Cada ligação serve uma só vez e durante pouco tempo. Se o email ainda não mudou, peça outra no seu perfil.',
      isOver: true,
    }
  if (status === 409 && error) return { title: 'O email não mudou', text: error.message, isOver: true }
  return {
    title: 'Confirmar o email',
    text: 'Use «Tentar novamente» para confirmar com a mesma ligação.',
    isOver: false,
  }
}

function messageOf(error: Error | null): string | undefined {
  return isApiError(error) && !isShownGlobally(error) ? error.message : undefined
}

function nextPath(session: Session | undefined): string {
  return session ? profilePath(session.id) : loginPath
}
