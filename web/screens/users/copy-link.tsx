import type { RecordProps } from '../../resource/loaded-record.tsx'
import { accountLinkDays } from '@agremia/resources/rules/account-link.ts'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Skeleton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { paletteAction } from '../../ui/palette-actions.ts'
import { useAddress, useNavigate } from '../../ui/router.tsx'
import type { ToastAction } from '../../ui/toasts.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { profilePath } from '../../paths/account.ts'
import { OwnPassword } from '../security/index.ts'
import classes from './user-new.module.css'

/** Navigation state that opens the dialog. */
const copying = { copiesLink: true }

/** Returns what a message with a link offers when it is held: to copy a link, for those who may. */
export function useOfferLink(): (user: { _id: string }) => ToastAction[] {
  const navigate = useNavigate()
  const isAdmin = useSession()?.role === 'admin'
  return ({ _id }) =>
    isAdmin
      ? [{ label: copyLabel, run: () => navigate(profilePath(_id), { replace: true, state: copying }) }]
      : []
}

const copyLabel = 'Copiar ligação'

/** Offers administrators a link with which another user signs in, for when no email arrives. */
export function CopyLink({ record }: RecordProps<'users'>) {
  const session = useSession()
  const { state } = useAddress()
  const navigate = useNavigate()
  const [isPressed, setPressed] = useState(false)
  const isAsked = (state as typeof copying | null)?.copiesLink === true
  const close = () => {
    setPressed(false)
    if (isAsked) navigate('', { replace: true, state: null })
  }
  if (session?.role !== 'admin' || session.id === record._id || record.blocked) return null
  return (
    <>
      <CommandButton
        icon={IconCopy}
        label={copyLabel}
        className={classes.copy}
        {...paletteAction('acesso entrar')}
        onClick={() => setPressed(true)}
      />
      {(isPressed || isAsked) && <CopyDialog user={record} onClose={close} />}
    </>
  )
}

/**
 * Makes a link to hand over; it is shown once. The administrator gives the own password, unless the account was just created, which the server
 * decides.
 */
function CopyDialog({ user, onClose }: { user: ResourceRecord<'users'>; onClose: () => void }) {
  const { _id: userId, name, lastLoginAt } = user
  const [link, setLink] = useState<string>()
  const [isAsked, setAsked] = useState(Boolean(lastLoginAt))
  const isTried = useRef(false)
  const make = useCallback(
    async (body: { password?: string }) => {
      const answer = await api.post<{ data: { link: string } }>(`users/${userId}/login_link`, body)
      setLink(requireAnswer(answer).data.link)
    },
    [userId],
  )
  useEffect(() => {
    if (isAsked || isTried.current) return
    isTried.current = true
    make({}).catch(() => setAsked(true))
  }, [isAsked, make])
  return (
    <Dialog title={`Ligação de entrada de ${name}`} width="32rem" onClose={onClose}>
      {link === undefined && !isAsked ? (
        <Skeleton h="6rem" m="1.5rem" />
      ) : link === undefined ? (
        <OwnPassword label="Fazer a ligação" onPassword={(password) => make({ password })}>
          Quem tiver a ligação entra nesta conta: entregue-a só a quem a vai usar. Fica no histórico quem a
          fez.
        </OwnPassword>
      ) : (
        <CopyField
          label="Ligação"
          text={link}
          help={`Serve uma vez e durante ${accountLinkDays} dias. Não volta a ser mostrada: entregue-a só a quem a vai usar.`}
        />
      )}
    </Dialog>
  )
}
