import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { hasOwnSign } from '../../api/api-error.ts'
import { api, isApiError } from '../../api/client.ts'
import { useSession } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import type { Session, Tokens } from '../../api/tokens.ts'
import { storeTokens } from '../../api/tokens.ts'
import { AzulejoFrame } from '../../ui/azulejo-frame.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { LoadingText } from '../../ui/loading-text.tsx'
import { profilePath, loginPath } from '../../paths/account.ts'
import { IdentityFoot } from './identity-foot.tsx'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'

/** Where the link to a new email leads: the code in it changes the email of its account, once. */
export default function ConfirmEmail() {
  const { code = '' } = useParams()
  const session = useSession()
  const { isFetching, isSuccess, error, refetch } = useQuery({
    queryKey: ['confirmEmail', code],
    queryFn: () => confirm(code),
    // One use: only the button sends it again.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { title, text, isOver } = isFetching ? confirming : isSuccess ? confirmed : outcomeOf(error)
  return (
    <AzulejoFrame
      logo={<OrganisationLogo />}
      title={title}
      subtitle={isFetching ? <LoadingText>A confirmar</LoadingText> : text}
      foot={<IdentityFoot />}
    >
      {!isFetching && (
        <div className={stack.stack}>
          <FormMessage>{isOver ? undefined : messageOf(error)}</FormMessage>
          {isOver ? (
            <Button component={Link} to={wayOut(session)} size="md" fullWidth>
              {session ? 'Ir para o perfil' : 'Entrar'}
            </Button>
          ) : (
            <Button size="md" fullWidth onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          )}
        </div>
      )}
    </AzulejoFrame>
  )
}

/** Every session of the account ends, but for one that confirms: it gets new tokens. */
async function confirm(code: string): Promise<boolean> {
  const tokens = answered(await api.post<Tokens | undefined>('auth/email/confirm', { code }))
  if (tokens?.access) storeTokens({ access: tokens.access, refresh: tokens.refresh })
  return true
}

interface Outcome {
  title: string
  text: string
  /** Trying again would not change it. */
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
  return isApiError(error) && !hasOwnSign(error) ? error.message : undefined
}

function wayOut(session: Session | undefined): string {
  return session ? profilePath(session.id) : loginPath
}
