import { useEffect, useMemo, useRef } from 'react'
import { Input } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { linkAddress, withMarks, withPieces } from './marks.ts'
import type { RichTextProps } from './rich-text.tsx'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import type { Variable } from './insert-variable.tsx'
import { variablePiece } from './variable-piece.ts'
import classes from './rich-text.module.css'

/** Editor of the HTML elements that messages allow; others are removed when pasted. */
export default function RichTextEditor(props: RichTextProps) {
  const { id, label, help, error, required = false, variables } = props
  const editor = useRichText(props)
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      required={required}
      description={error === undefined ? help : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      error={
        error === undefined ? undefined : (
          <span className={classes.error}>
            <IconAlertCircle size="1rem" stroke={1.75} aria-hidden />
            <span>{error}</span>
          </span>
        )
      }
    >
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        <RichTextToolbar editor={editor} variables={variables} />
        <EditorContent editor={editor} />
      </div>
    </Input.Wrapper>
  )
}

function useRichText(props: RichTextProps): Editor {
  const { id, value, variables, wordOf, error, required = false } = props
  const latestProps = useRef(props)
  /** Last value sent or received: another value comes from outside and replaces the content. */
  const lastValue = useRef(value)
  useEffect(() => {
    latestProps.current = props
  })
  const extensions = useMemo(() => extensionsFor(variables, wordOf), [variables, wordOf])
  const editor = useEditor(
    {
      extensions,
      content: withPieces(value),
      injectCSS: false,
      onUpdate: ({ editor: now }) => {
        lastValue.current = withMarks(now.getHTML())
        latestProps.current.onChange(lastValue.current)
      },
      onBlur: () => latestProps.current.onBlur?.(),
    },
    [extensions],
  )
  useEffect(() => {
    if (value === lastValue.current) return
    lastValue.current = value
    editor.commands.setContent(withPieces(value), { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    editor.setOptions({ editorProps: { attributes: attributesOf(id, { error, required }) } })
  }, [editor, id, error, required])
  return editor
}

function extensionsFor(variables: readonly Variable[], wordOf: RichTextProps['wordOf']) {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3] },
      strike: false,
      code: false,
      codeBlock: false,
      horizontalRule: false,
      link: {
        openOnClick: false,
        HTMLAttributes: { target: null, rel: null },
        isAllowedUri: (address) => linkAddress(address) === address,
      },
    }),
    variablePiece(variables, wordOf),
  ]
}

/** ARIA attributes of the editable element. */
function attributesOf(
  id: string,
  { error, required }: { error: string | undefined; required: boolean },
): Record<string, string> {
  return {
    class: classes.text ?? '',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': `${id}-label`,
    'aria-required': String(required),
    'aria-invalid': String(error !== undefined),
    'aria-describedby': error === undefined ? `${id}-description` : `${id}-error`,
  }
}
