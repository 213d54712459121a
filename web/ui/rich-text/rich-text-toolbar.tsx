import type { KeyboardEvent, ReactNode } from 'react'
import { ActionIcon } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH1,
  IconH2,
  IconItalic,
  IconList,
  IconListNumbers,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react'
import { useEditorState, type Editor } from '@tiptap/react'
import { InsertVariable, type Variable } from './insert-variable.tsx'
import { LinkTool } from './link-tool.tsx'
import classes from './rich-text.module.css'

interface ToolbarProps {
  editor: Editor
  variables: readonly Variable[]
}

/** Formatting toolbar. The arrow keys move between tools. */
export function RichTextToolbar({ editor, variables }: ToolbarProps) {
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) })
  return (
    <div
      className={classes.toolbar}
      role="toolbar"
      tabIndex={-1}
      aria-label="Formatação"
      onKeyDown={moveFocus}
    >
      <div className={classes.tools}>
        {tools.map((tool) => (
          <Tool
            key={tool.label}
            tool={tool}
            isOn={state.on[tool.label] ?? false}
            onUse={() => tool.run(editor)}
          />
        ))}
        <LinkTool editor={editor} isOn={state.on.Ligação ?? false} />
        <Step label="Anular" disabled={!state.canUndo} onUse={() => editor.chain().focus().undo().run()}>
          <IconArrowBackUp size="1.125rem" stroke={1.5} />
        </Step>
        <Step label="Refazer" disabled={!state.canRedo} onUse={() => editor.chain().focus().redo().run()}>
          <IconArrowForwardUp size="1.125rem" stroke={1.5} />
        </Step>
      </div>
      <InsertVariable
        variables={variables}
        onInsert={(code) => editor.chain().focus().insertContent({ type: 'variable', attrs: { code } }).run()}
      />
    </div>
  )
}

interface ToolSetup {
  label: string
  hint: string
  Icon: Icon
  isOn: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

function Tool({ tool, isOn, onUse }: { tool: ToolSetup; isOn: boolean; onUse: () => void }) {
  return (
    <ActionIcon
      size="2rem"
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'blue' : 'gray'}
      aria-label={tool.label}
      aria-pressed={isOn}
      data-hint={tool.hint}
      onClick={onUse}
    >
      <tool.Icon size="1.125rem" stroke={1.5} />
    </ActionIcon>
  )
}

interface StepProps {
  label: string
  disabled: boolean
  onUse: () => void
  children: ReactNode
}

function Step({ label, disabled, onUse, children }: StepProps) {
  return (
    <ActionIcon size="2rem" aria-label={label} data-hint={label} disabled={disabled} onClick={onUse}>
      {children}
    </ActionIcon>
  )
}

const tools: ToolSetup[] = [
  {
    label: 'Negrito',
    hint: 'Negrito (Ctrl+B)',
    Icon: IconBold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Itálico',
    hint: 'Itálico (Ctrl+I)',
    Icon: IconItalic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Sublinhado',
    hint: 'Sublinhado (Ctrl+U)',
    Icon: IconUnderline,
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    label: 'Título',
    hint: 'Título',
    Icon: IconH1,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Subtítulo',
    hint: 'Subtítulo',
    Icon: IconH2,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'Lista',
    hint: 'Lista',
    Icon: IconList,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Lista numerada',
    hint: 'Lista numerada',
    Icon: IconListNumbers,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Citação',
    hint: 'Citação',
    Icon: IconBlockquote,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
]

function stateOf(editor: Editor) {
  return {
    on: {
      ...Object.fromEntries(tools.map(({ label, isOn }) => [label, isOn(editor)])),
      Ligação: editor.isActive('link'),
    } as Record<string, boolean>,
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (at === -1) return
  event.preventDefault()
  buttons.at((at + step) % buttons.length)?.focus()
}
