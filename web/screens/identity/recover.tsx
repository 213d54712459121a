import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { isApiError } from '../../api/client.ts'
import { AzulejoFrame } from '../../ui/azulejo-frame.tsx'
import stack from '../../ui/form-stack.module.css'
import { LoadingText } from '../../ui/loading-text.tsx'
import { IdentityFoot } from './identity-foot.tsx'
import { linkPath } from './identity-paths.ts'
import { logIn } from './log-in.ts'
import { useEnter } from './use-enter.ts'

/** Where the link of the message leads: the code in it logs in, once. */
export default function Recover() {
  const failed = useRecovery()
  useEnter()
  return (
    <AzulejoFrame
      title={failed ? 'O link já não é válido' : 'Entrar por link'}
      subtitle={
        failed ? (
          'Cada link serve uma só vez e durante 15 minutos. Peça um novo para entrar.'
        ) : (
          <LoadingText>A entrar</LoadingText>
        )
      }
      foot={<IdentityFoot />}
    >
      {failed && (
        <div className={stack.stack}>
          <Button component={Link} to={linkPath} size="md" fullWidth>
            Pedir novo link
          </Button>
        </div>
      )}
    </AzulejoFrame>
  )
}

function useRecovery(): boolean {
  const { recoverCode = '' } = useParams()
  const [failed, setFailed] = useState(false)
  const used = useRef<string>(undefined)
  useEffect(() => {
    if (used.current === recoverCode) return
    used.current = recoverCode
    logIn({ recover_code: recoverCode })
      .then((entered) => setFailed(!entered))
      .catch((error: unknown) => {
        if (!isApiError(error)) throw error
        setFailed(true)
      })
  }, [recoverCode])
  return failed
}
