import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { AzulejoFrame } from '../../ui/azulejo-frame.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { LoadingText } from '../../ui/loading-text.tsx'
import { IdentityFoot } from './identity-foot.tsx'
import { linkPath } from '../../paths/account.ts'
import { useEnter } from './use-enter.ts'
import { useRecovery } from './use-recovery.ts'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'

/** Where the link of the message leads: the code in it logs in, once. */
export default function Recover() {
  const { isEntered, outcome, retry } = useRecovery()
  // Somebody else may be in here, until the link says who comes.
  useEnter(isEntered || outcome?.kind === 'spent')
  if (outcome?.kind === 'spent') return <Spent />
  return (
    <AzulejoFrame
      logo={<OrganisationLogo />}
      title="Entrar por ligação"
      subtitle={
        outcome ? (
          'Use «Tentar novamente» para entrar com a mesma ligação.'
        ) : (
          <LoadingText>A entrar</LoadingText>
        )
      }
      foot={<IdentityFoot />}
    >
      {outcome && (
        <div className={stack.stack}>
          <FormMessage>{outcome.message}</FormMessage>
          <Button size="md" fullWidth onClick={retry}>
            Tentar novamente
          </Button>
        </div>
      )}
    </AzulejoFrame>
  )
}

function Spent() {
  return (
    <AzulejoFrame
      logo={<OrganisationLogo />}
      title="A ligação já não é válida"
      subtitle="Cada ligação serve uma só vez e durante 15 minutos. Peça outra para entrar."
      foot={<IdentityFoot />}
    >
      <div className={stack.stack}>
        <Button component={Link} to={linkPath} size="md" fullWidth>
          Pedir nova ligação
        </Button>
      </div>
    </AzulejoFrame>
  )
}
