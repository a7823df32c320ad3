# Sourced by hlox and .ci/run: find_jdk prints the home of a JDK 25, or fails.
#
# The build needs the compiler of exactly this version, so a runtime alone or a newer JDK does not do.

# Named in messages where none is found; keep it beside the list below.
jdk_places="JAVA_HOME, java on the PATH, /usr/lib/jvm, /usr/java, /opt, ~/.sdkman, ~/.jdks, ~/.gradle/jdks, ~/.asdf, mise, \
Homebrew and the system's Java folders"

is_jdk_25() {
    [ -x "$1/bin/javac" ] && [ -r "$1/release" ] && grep -q '^JAVA_VERSION="25[".]' "$1/release"
}

java_on_path() {
    java=$(command -v java) || return
    while [ -L "$java" ]; do
        target=$(readlink "$java")
        case $target in
            /*) java=$target ;;
            *) java=$(dirname "$java")/$target ;;
        esac
    done
    dirname "$(dirname "$java")"
}

find_jdk() {
    for home in "${JAVA_HOME:-}" "$(java_on_path)" \
        "$([ ! -x /usr/libexec/java_home ] || /usr/libexec/java_home -v 25 2> /dev/null)" \
        /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/*jdk* \
        "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.gradle/jdks/* \
        "${HOME:-}"/.asdf/installs/java/* "${HOME:-}"/.local/share/mise/installs/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home; do
        if is_jdk_25 "$home"; then
            printf '%s\n' "$home"
            return
        fi
    done
    return 1
}
