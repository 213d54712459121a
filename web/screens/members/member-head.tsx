import { type ReactNode, Suspense, useState } from 'react'
import { Button, Group } from '@mantine/core'
import {
  IconArrowsExchange,
  IconArrowsJoin,
  IconCoinEuro,
  IconEraser,
  IconEye,
  IconEyeOff,
  IconMail,
  IconShieldLock,
} from '@tabler/icons-react'
import { allows } from '@agremia/resources/access.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useSettings, useTerminology } from '../../api/queries.ts'
import { newMergePath } from '../../paths/merges.ts'
import { RecordPhoto } from '../../resource/photo/photo-button.tsx'
import { type ActionTarget, useDeleteAction } from '../../resource/record-actions.tsx'
import type { RecordPart } from '../../resource/record-page.tsx'
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useCompose } from '../messages/index.ts'
import { AnonymiseDialog, type PrivacyAction, PrivacyActionDialog } from '../privacy/index.ts'
import { ChangeStateDialog } from './state-card.tsx'
import { MemberFacts, memberPhotos, stateBadge, useIsDeceased } from '../member-parts/index.ts'
import { PageAction } from '../../ui/page-action.tsx'
import { loadPaymentDialog, PaymentDialog } from '../payments/index.ts'

/** The header above the tabs of a member: photo, name, state, facts and actions. */
export function memberHead({ record, descriptor }: RecordPart) {
  const badge = stateBadge(record)
  return {
    leading: (
      <RecordPhoto
        resource="members"
        record={record}
        photos={memberPhotos}
        name={String(record.name ?? '')}
        mayChange={allows(descriptor.may.update, record)}
      />
    ),
    state: (
      <>
        {badge && <StateBadge {...badge} />}
        <SilenceBadge record={record} />
        {record.isProtected === true && <StateBadge tone="blue" label="Pessoa protegida" />}
      </>
    ),
    subtitle: <Subtitle record={record} />,
    action: <MemberActions record={record} descriptor={descriptor} />,
    facts: <MemberFacts record={record} />,
  }
}

/** Shows that the person gets no messages, and why. */
function SilenceBadge({
  record: { anonymisedAt, deathDate, doNotContact, processingRestricted },
}: {
  record: StoredRecord
}) {
  if (anonymisedAt != null) return <StateBadge tone="grey" label="Dados eliminados" />
  if (processingRestricted === true) return <StateBadge tone="amber" label="Tratamento limitado" />
  if (typeof deathDate === 'string')
    return <StateBadge tone="grey" label={`Faleceu a ${formatDate(deathDate)}`} />
  return doNotContact === true ? <StateBadge tone="amber" label="Não contactar" /> : null
}

function isSilent({ deathDate, doNotContact, processingRestricted }: StoredRecord): boolean {
  return deathDate != null || doNotContact === true || processingRestricted === true
}

function Subtitle({ record }: { record: StoredRecord }) {
  const terminology = useTerminology()
  const { memberNumber, categoryLabel, admissionDate } = record
  const facts = [
    memberNumber && `${capitalise(terminology.memberSingular)} n.º\u00A0${String(memberNumber)}`,
    categoryLabel,
    typeof admissionDate === 'string' && `desde ${formatDateLong(admissionDate)}`,
  ]
  return facts.filter(Boolean).join(' · ')
}

/** For a deceased member, messages are not offered and the payment moves to the menu. */
function MemberActions({ record, descriptor }: ActionTarget) {
  const [openDialog, setOpenDialog] = useState<'changeState' | 'pay' | 'anonymise' | PrivacyAction>()
  const may = new Set(
    descriptor.actions.filter(({ when = true }) => allows(when, record)).map(({ name }) => name),
  )
  const { protectsPeople } = useSettings()
  const privacyActions = descriptor.actions.flatMap(({ name, label }) => {
    const icon = privacyIcons[name as PrivacyAction]
    const isOffered = may.has(name) && (name !== 'protect' || protectsPeople === 'true')
    return icon && isOffered ? { label, icon, run: () => setOpenDialog(name as PrivacyAction) } : []
  })
  const mayChangeState = may.has('changeState')
  const mayPay = useMay('payments').create
  const compose = useCompose()
  const isDeceased = useIsDeceased(record)
  const open = {
    changeState: () => setOpenDialog('changeState'),
    pay: () => setOpenDialog('pay'),
    anonymise: () => setOpenDialog('anonymise'),
  }
  const close = () => setOpenDialog(undefined)
  return (
    <Group gap="0.625rem">
      {compose && !isDeceased && !isSilent(record) && (
        <Button
          variant="default"
          leftSection={<IconMail size="1.125rem" stroke={1.5} />}
          onClick={() => compose({ ids: [record._id] })}
        >
          Enviar mensagem
        </Button>
      )}
      {(mayChangeState || descriptor.may.delete) && (
        <MoreActions
          record={record}
          descriptor={descriptor}
          onChangeState={mayChangeState ? open.changeState : undefined}
          onPay={mayPay && isDeceased ? open.pay : undefined}
          onAnonymise={may.has('anonymise') ? open.anonymise : undefined}
          privacyActions={privacyActions}
        />
      )}
      {mayPay && !isDeceased && <PayButton onPay={open.pay} />}
      {openDialog === 'changeState' && <ChangeStateDialog record={record} onClose={close} />}
      {openDialog === 'anonymise' && (
        <Suspense fallback={null}>
          <AnonymiseDialog record={record} onClose={close} />
        </Suspense>
      )}
      {openDialog !== undefined && openDialog in privacyIcons && (
        <Suspense fallback={null}>
          <PrivacyActionDialog record={record} name={openDialog as PrivacyAction} onClose={close} />
        </Suspense>
      )}
      {openDialog === 'pay' && <PayDialog memberId={record._id} onClose={close} />}
    </Group>
  )
}

interface MoreActionsProps extends ActionTarget {
  onChangeState: (() => void) | undefined
  /** Absent when the page shows it as a button. */
  onPay: (() => void) | undefined
  onAnonymise: (() => void) | undefined
  privacyActions: readonly MenuAction[]
}

function MoreActions(props: MoreActionsProps) {
  const { record, descriptor, onChangeState, onPay, onAnonymise, privacyActions } = props
  const instead = onChangeState && { label: 'Mudar de estado', run: onChangeState }
  const navigate = useNavigate()
  const mayMerge = useMay('merges').create !== false && record.anonymisedAt == null
  const deletion = useDeleteAction({ record, descriptor }, { label: 'Eliminar a ficha', instead })
  return (
    <ActionMenu
      actions={[
        ...(instead ? [{ ...instead, icon: <IconArrowsExchange {...menuIcon} /> }] : []),
        ...(onPay ? [{ label: payLabel, icon: <IconCoinEuro {...menuIcon} />, run: onPay }] : []),
        ...privacyActions,
        ...(mayMerge
          ? [
              {
                label: 'Fundir com outra ficha',
                icon: <IconArrowsJoin {...menuIcon} />,
                run: () => navigate(newMergePath({ personId: String(record.personId) })),
              },
            ]
          : []),
        ...deletion,
        ...(onAnonymise
          ? [
              {
                label: 'Eliminar os dados pessoais',
                icon: <IconEraser {...menuIcon} />,
                isDestructive: true,
                run: onAnonymise,
              },
            ]
          : []),
      ]}
    />
  )
}

const menuIcon = { size: '1.125rem', stroke: 1.5 } as const
const privacyIcons: Readonly<Record<PrivacyAction, ReactNode>> = {
  protect: <IconEyeOff {...menuIcon} />,
  unprotect: <IconEye {...menuIcon} />,
  restrict: <IconShieldLock {...menuIcon} />,
  unrestrict: <IconShieldLock {...menuIcon} />,
}

/** Opens the payment dialog; preloads it when the person is about to click. */
function PayButton({ onPay }: { onPay: () => void }) {
  return (
    <PageAction
      label={payLabel}
      icon={<IconCoinEuro size="1.125rem" stroke={1.5} />}
      onClick={onPay}
      onIntent={() => void loadPaymentDialog()}
    />
  )
}

const payLabel = 'Registar pagamento'

function PayDialog({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <PaymentDialog memberId={memberId} onClose={onClose} />
    </Suspense>
  )
}
