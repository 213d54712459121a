import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useActions } from '../../resource/actions/use-actions.tsx'
import { Suspense, useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconArrowsJoin, IconCoinEuro, IconEraser, IconFileCertificate, IconMail } from '@tabler/icons-react'
import { allows } from '@agremia/resources/access.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { useMay, useSettings, useTerminology } from '../../api/queries.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { openDocument } from '../../resource/open-document.ts'
import { newMergePath } from '../../paths/merges.ts'
import { RecordPhoto } from '../../resource/photo/photo-button.tsx'
import { type ActionTarget, useDeleteAction } from '../../resource/actions/record-actions.tsx'
import type { RecordPart } from '../../resource/record-page.tsx'
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useCompose } from '../messages/index.ts'
import { AnonymiseDialog } from '../privacy/index.ts'
import { changeStateSetup } from './state-card.tsx'
import { MemberFacts, memberPhotos, stateBadge, useIsDeceased } from '../member-parts/index.ts'
import { PageAction } from '../../ui/page-action.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { loadPaymentDialog, PaymentDialog } from '../payments/index.ts'

/** The header above the tabs of a member: photo, name, state, facts and actions. */
export function memberHead({ record, descriptor }: RecordPart<'members'>) {
  const badge = stateBadge(record)
  return {
    leading: (
      <RecordPhoto
        record={record}
        photos={memberPhotos}
        name={record.name ?? ''}
        mayChange={allows(descriptor.may.update, record)}
      />
    ),
    state: (
      <>
        {badge && <StateBadge {...badge} />}
        <SilenceBadge record={record} />
        {record.isProtected && <StateBadge tone="blue" label="Pessoa protegida" />}
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
}: RecordProps<'members'>) {
  if (anonymisedAt != null) return <StateBadge tone="grey" label="Dados eliminados" />
  if (processingRestricted) return <StateBadge tone="amber" label="Tratamento limitado" />
  if (typeof deathDate === 'string')
    return <StateBadge tone="grey" label={`Faleceu a ${formatDate(deathDate)}`} />
  return doNotContact ? <StateBadge tone="amber" label="Não contactar" /> : null
}

function isSilent({ deathDate, doNotContact, processingRestricted }: ResourceRecord<'members'>): boolean {
  return deathDate != null || doNotContact || processingRestricted
}

function Subtitle({ record }: RecordProps<'members'>) {
  const terminology = useTerminology()
  const { memberNumber, categoryLabel, admissionDate } = record
  const facts = [
    memberNumber && `${capitalise(terminology.memberSingular)} n.º\u00A0${memberNumber}`,
    categoryLabel,
    typeof admissionDate === 'string' && `desde ${formatDateLong(admissionDate)}`,
  ]
  return facts.filter(Boolean).join(' · ')
}

/** For a deceased member, messages are not offered and the payment moves to the menu. */
function MemberActions({ record, descriptor }: ActionTarget<'members'>) {
  const [openDialog, setOpenDialog] = useState<'pay' | 'anonymise'>()
  const { protectsPeople } = useSettings()
  const { find, dialog } = useActions('members', record, {
    changeState: changeStateSetup(record),
    protect: { isOffered: protectsPeople === 'true' },
  })
  const changeState = find('changeState')
  const privacyActions = ['restrict', 'unrestrict', 'protect', 'unprotect'].flatMap(
    (name) => find(name) ?? [],
  )
  const mayPay = useMay('payments').create
  const compose = useCompose()
  const isDeceased = useIsDeceased(record)
  const open = {
    pay: () => setOpenDialog('pay'),
    anonymise: () => setOpenDialog('anonymise'),
  }
  const close = () => setOpenDialog(undefined)
  const declaration = declarationOf(record)
  return (
    <Group gap="0.625rem">
      {compose && !isDeceased && !isSilent(record) && (
        <CommandButton
          icon={IconMail}
          label="Enviar mensagem"
          onClick={() => compose({ ids: [record._id] })}
        />
      )}
      {changeState || descriptor.may.delete ? (
        <MoreActions
          record={record}
          descriptor={descriptor}
          changeState={changeState}
          onPay={mayPay && isDeceased ? open.pay : undefined}
          onAnonymise={find('anonymise') ? open.anonymise : undefined}
          privacyActions={privacyActions}
        />
      ) : (
        <Button variant="default" leftSection={declaration.icon} onClick={declaration.run}>
          {declaration.label}
        </Button>
      )}
      {mayPay && !isDeceased && <PayButton onPay={open.pay} />}
      {dialog}
      {openDialog === 'anonymise' && (
        <Suspense fallback={null}>
          <AnonymiseDialog record={record} onClose={close} />
        </Suspense>
      )}
      {openDialog === 'pay' && <PayDialog memberId={record._id} onClose={close} />}
    </Group>
  )
}

/** Button that opens the declaration of membership, for auditors too. */
function declarationOf({ _id }: ResourceRecord<'members'>): MenuAction {
  return {
    label: 'Declaração',
    icon: <IconFileCertificate {...menuIcon} />,
    run: () => void openDocument(`${recordPath('members', _id)}/declaration`),
  }
}

interface MoreActionsProps extends ActionTarget<'members'> {
  changeState: MenuAction | undefined
  /** Absent when the page shows it as a button. */
  onPay: (() => void) | undefined
  onAnonymise: (() => void) | undefined
  privacyActions: readonly MenuAction[]
}

function MoreActions(props: MoreActionsProps) {
  const { record, descriptor, changeState, onPay, onAnonymise, privacyActions } = props
  const navigate = useNavigate()
  const mayMerge = useMay('merges').create && record.anonymisedAt == null
  const deletion = useDeleteAction(
    { record, descriptor },
    { label: 'Eliminar a ficha', instead: changeState },
  )
  return (
    <ActionMenu
      actions={[
        ...(changeState ? [changeState] : []),
        ...(onPay ? [{ label: payLabel, icon: <IconCoinEuro {...menuIcon} />, run: onPay }] : []),
        declarationOf(record),
        ...privacyActions,
        ...(mayMerge
          ? [
              {
                label: 'Fundir com outra ficha',
                icon: <IconArrowsJoin {...menuIcon} />,
                run: () => navigate(newMergePath({ personId: record.personId })),
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
