# Without the package bash-completion: what the script below needs of it. Bash splits words
# at '=' and ':', which belong to them here.
if ! declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
    _get_comp_words_by_ref()
    {
        local i last=0
        words=("${COMP_WORDS[0]}")
        for ((i = 1; i < ${#COMP_WORDS[@]}; i++)); do
            if [[ ${COMP_WORDS[i]} == [=:]* || ${words[last]} == *[=:] ]]; then
                words[last]+=${COMP_WORDS[i]}
            else
                words[++last]=${COMP_WORDS[i]}
            fi
            ((i == COMP_CWORD)) && cword=$last
        done
        cur=${words[cword]}
        prev=${words[cword > 0 ? cword - 1 : 0]}
    }
fi

